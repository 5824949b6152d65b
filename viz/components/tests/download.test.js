import assert from "node:assert/strict";
import { test } from "node:test";
import { download, hasChecksum } from "../../edition/download.js";

const body = (...parts) => new Response(new Blob(parts.map((one) => new Uint8Array(one)))).body;

test("a file of the size that is known is read whole, noting how much is here", async () => {
  let last = 0;
  const bytes = new Uint8Array(3);
  assert.ok(
    await download(body([1, 2], [3]), bytes, (here) => {
      last = here;
    }),
  );
  assert.deepEqual([...bytes], [1, 2, 3]);
  assert.equal(last, 3);
});

test("a file that was cut short or is longer is not taken for the weights", async () => {
  assert.ok(!(await download(body([1, 2]), new Uint8Array(3), () => {})));
  assert.ok(!(await download(body([1, 2, 3, 4]), new Uint8Array(3), () => {})));
});

test("a checksum finds a changed byte, and nothing where a browser makes none", async () => {
  const bytes = Uint8Array.of(97, 98, 99),
    sha256 = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"; // of "abc", FIPS 180-2
  assert.ok(await hasChecksum(bytes, sha256));
  const { crypto } = globalThis,
    changed = Uint8Array.of(97, 98, 98);
  assert.ok(!(await hasChecksum(changed, sha256)));
  Object.defineProperty(globalThis, "crypto", { value: {}, configurable: true });
  assert.ok(await hasChecksum(changed, sha256));
  Object.defineProperty(globalThis, "crypto", { value: crypto, configurable: true });
});
