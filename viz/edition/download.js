import { translatable } from "../engine/text.js";

// Of a file of the folder; said also before any other text is here, so in English.
export const NOT_LOADED = translatable(
  "{name} did not load. Check the network, then reload the page.",
);

// Fill `bytes` with those of a file of the same size, noting how many are here. False for a file of
// another size: one that was cut short would read as weights of 0.
export async function download(body, bytes, note) {
  const size = bytes.length,
    reader = body.getReader();
  let here = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return here === size;
    if (here + value.length > size) return false;
    bytes.set(value, here);
    note((here += value.length));
  }
}

// Whether bytes have a SHA-256 checksum, written in hexadecimal. True where the browser computes
// none: in a page that came by plain http, but from this machine.
export async function hasChecksum(bytes, checksum) {
  const made = await globalThis.crypto?.subtle?.digest("SHA-256", bytes);
  return (
    !made ||
    checksum ===
      [...new Uint8Array(made)].map((byte) => byte.toString(16).padStart(2, "0")).join("")
  );
}
