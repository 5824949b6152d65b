// What is made once and used again by its name; what failed is made again when it is asked for.

// A function of a name, and of what `make` needs beside it, that gives the promise `make` gave.
export function kept(make) {
  const all = new Map();
  const get = (name, ...more) => {
    const made = all.get(name) ?? make(name, ...more);
    all.delete(name);
    all.set(name, made); // the last
    made.catch(() => all.delete(name));
    return made;
  };
  get.has = (name) => all.has(name);
  // Let go all but so many, those that were asked for last.
  get.keep = (count) => {
    for (const name of [...all.keys()].slice(0, -count)) all.delete(name);
  };
  return get;
}
