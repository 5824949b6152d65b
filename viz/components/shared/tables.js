import { t } from "../../engine/text.js";
import { make } from "./elements.js";

// A real table of numbers for those who read no pictures: `cell(row, column)` is the text of a
// cell.
export function tableOf(caption, rows, columns, cell) {
  const table = make("table", "twin"),
    head = make("tr"),
    header = (text, scope) => Object.assign(make("th", "", text), { scope });
  head.append(make("td"), ...columns.map((word) => header(word, "col")));
  table.append(
    make("caption", "", caption),
    head,
    ...rows.map((word, r) => {
      const row = make("tr");
      row.append(header(word, "row"), ...columns.map((_, c) => make("td", "", cell(r, c))));
      return row;
    }),
  );
  return table;
}

// Where a table scrolls, by keyboard too.
export function tableBox(label = "") {
  const box = make("div", "twin-box");
  box.tabIndex = 0;
  box.setAttribute("role", "region");
  box.setAttribute("aria-label", label);
  return box;
}

// A button that turns pictures into tables and back: `turn(tables)` is told which of the two is
// wanted. `speak` writes what it says.
export function tableButton(turn) {
  const button = make("button", "as-table");
  let tables = false;
  button.speak = () => {
    button.textContent = tables ? t("As a picture") : t("As a table");
  };
  button.addEventListener("click", () => {
    tables = !tables;
    button.speak();
    turn(tables);
  });
  return button;
}
