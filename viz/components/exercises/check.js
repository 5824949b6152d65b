/** Check answers of a page of exercises against their locks, as viz/base/answer_locks.py does. */

const PER_UNIT = 100;
const NUMBER = /([-−]?(?:\d+(?:[.,]\d+)?|\.\d+))\s*(%?)/g;

export function hash(text) {
  let value = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) {
    value = Math.imul(value ^ byte, 0x01000193) >>> 0;
  }
  return value.toString(16).padStart(8, "0");
}

function plainWord(word) {
  const letters = word.toLowerCase().replaceAll("œ", "oe").normalize("NFKD");
  return letters
    .replace(/\p{M}/gu, "")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

function readKeys(text, form) {
  if (form === "word") return [plainWord(text)];
  if (form === "head") return [(text.match(/[0-9]{1,9}/g) ?? []).map(Number).join("-")];
  return [...text.matchAll(NUMBER)].map(([, number, percent]) => {
    const value = Number(number.replace("−", "-").replace(",", ".")) / (percent ? 100 : 1);
    return String(Math.floor(value * PER_UNIT + 0.5) + 0);
  });
}

export function checkAnswer(text, lock) {
  const [form, salt, ...parts] = lock.split(" ");
  const keys = readKeys(text, form);
  while (keys.length > parts.length && keys.at(-1) === "0") keys.pop();
  return (
    keys.length === parts.length &&
    parts.every((part, place) => part.split(".").includes(hash(`${salt} ${place} ${keys[place]}`)))
  );
}

/** Answer the forms of the page: a verdict under each box, and the count below all. */
export function start(page) {
  const { body } = page;
  const choose = (language) => {
    page.documentElement.lang = language;
    for (const button of page.querySelectorAll("[data-language]")) {
      button.setAttribute("aria-pressed", String(button.dataset.language === language));
    }
    page.title = page.querySelector(`h1 [lang="${language}"]`).textContent;
  };
  for (const button of page.querySelectorAll("[data-language]")) {
    button.addEventListener("click", () => choose(button.dataset.language));
  }
  const forms = [...page.querySelectorAll("form")];
  const count = () => {
    const right = forms.filter((form) => form.dataset.verdict === "right").length;
    for (const output of page.querySelectorAll("[data-score]")) {
      output.textContent = output.dataset.score.replace("{right}", right);
    }
  };
  for (const form of forms) {
    const box = form.querySelector("input");
    const verdict = form.querySelector(".verdict");
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const isRight = checkAnswer(box.value, form.dataset.lock);
      form.dataset.verdict = isRight ? "right" : box.value.trim() ? "wrong" : "empty";
      verdict.innerHTML = form.querySelector(`.${form.dataset.verdict}`).innerHTML;
      box.setAttribute("aria-invalid", String(!isRight));
      count();
    });
    box.addEventListener("input", () => {
      delete form.dataset.verdict;
      verdict.textContent = "";
      box.removeAttribute("aria-invalid");
      count();
    });
  }
  choose(body.dataset.opens);
  count();
}
