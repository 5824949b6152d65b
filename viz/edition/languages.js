// The languages of the interface, a file of texts for each, loaded when a reader chooses it.

// A language as the pictures are told of it (`script_language` of Python), and all texts of pages
// and pictures by the English. `read` reads a file of the edition.
export async function languageOf(code, { languages }, read) {
  const own = code === "en" ? { pages: {}, pictures: {} } : await read(`language.${code}.json`);
  return {
    language: { ...languages[code], texts: own.pictures },
    texts: { ...own.pages, ...own.pictures },
  };
}

// The language in which Python has drawn a page or a lesson: the reader's, else English.
export const drawnIn = ({ code, drawn }, name) => (drawn && !drawn.includes(name) ? "en" : code);

// A list of the languages, for a link to another one.
export function showLanguages(list, languages, code, choose) {
  list.replaceChildren(
    ...Object.values(languages).map(
      (each) => new Option(each.title, each.code, false, each.code === code),
    ),
  );
  for (const option of list.options) option.lang = option.value;
  list.onchange = () => choose(list.value);
}
