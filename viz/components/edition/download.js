// The bytes of a file whose size is known, noting how many are here. Null for a file of another
// size: one that was cut short would read as weights of 0.
export async function download(body, size, note) {
  const bytes = new Uint8Array(size), reader = body.getReader();
  let here = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return here === size ? bytes : null;
    if (here + value.length > size) return null;
    bytes.set(value, here);
    note(here += value.length);
  }
}

// Whether bytes have a SHA-256 checksum, written in hexadecimal. True where the browser computes
// none: in a page that came by plain http, but from this machine.
export async function hasChecksum(bytes, checksum) {
  const made = await globalThis.crypto?.subtle?.digest("SHA-256", bytes);
  return !made || checksum === [...new Uint8Array(made)]
    .map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
