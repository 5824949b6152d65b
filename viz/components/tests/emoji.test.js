import assert from "node:assert/strict";
import { test } from "node:test";
import { hasEmoji } from "../../engine/networks/normalising.js";

test("whatever Unicode shows as emoji is left out, and nothing that is written as text", () => {
  const all = Array.from({ length: 0x20000 }, (_, code) => String.fromCodePoint(code || 32));
  const emoji = all.filter((one) => /\p{Emoji_Presentation}/u.test(one));
  assert.ok(emoji.length > 1000);
  assert.deepEqual(
    emoji.filter((one) => !hasEmoji(one)),
    [],
  );
  assert.deepEqual(
    all.filter((one) => /[\p{L}\p{Nd}♪♫①²]/u.test(one) && hasEmoji(one)),
    [],
  );
});
