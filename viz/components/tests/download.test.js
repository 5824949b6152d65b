import assert from "node:assert/strict";
import { test } from "node:test";
import { download } from "../edition/download.js";

const body = (...parts) => new Response(new Blob(parts.map((one) => new Uint8Array(one)))).body;

test("a file of the size that is known is read whole, noting how much is here", async () => {
  let last = 0;
  const bytes = await download(body([1, 2], [3]), 3, (here) => { last = here; });
  assert.deepEqual([...bytes], [1, 2, 3]);
  assert.equal(last, 3);
});

test("a file that was cut short or is longer is not taken for the weights", async () => {
  assert.equal(await download(body([1, 2]), 3, () => {}), null);
  assert.equal(await download(body([1, 2, 3, 4]), 3, () => {}), null);
});
