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
