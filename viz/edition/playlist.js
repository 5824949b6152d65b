// The playlist of this tab: collect views, walk through them in a lecture, hand them on as a link.
//
// To be read beside viz/view/playlist.py, whose links it reads and writes.

import {
  DAMAGED,
  MAX_EARLIER,
  MAX_ENTRIES,
  MAX_ADDRESS,
  MAX_FILE,
  MAX_NOTES,
  MAX_LINK,
  MAX_TITLE,
  PLAYLIST_VERSION,
  RESERVED,
  TOO_LONG,
} from "../engine/constants.js";
import { make } from "../components/shared/elements.js";
import { session } from "../components/shared/storage.js";
import { grouped, local, t } from "../engine/text.js";

const KEY = "heads-up playlist"; // in the browser's storage for this tab
const EARLIER = "heads-up earlier playlists"; // there too: own ones that others have replaced

const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);

const toJson = (entries) => JSON.stringify({ playlist: PLAYLIST_VERSION, views: entries });

async function through(stream, bytes) {
  const kept = [];
  let size = 0;
  for await (const chunk of new Blob([bytes]).stream().pipeThrough(stream)) {
    kept.push(chunk);
    if ((size += chunk.length) > MAX_FILE) throw new RangeError("too long");
  }
  return new Uint8Array(await new Blob(kept).arrayBuffer());
}

// The entries { page, title, notes, parameters } as the value of a link's parameter “playlist”.
export async function toCode(entries) {
  const bytes = new TextEncoder().encode(toJson(entries));
  const packed = await through(new CompressionStream("deflate"), bytes);
  return btoa(Array.from(packed, (byte) => String.fromCharCode(byte)).join(""))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

// As `_is_text` of Python, which counts characters.
const isText = (text, most) =>
  typeof text === "string" && [...text].length <= most && !/\p{Surrogate}/u.test(text);

// The entries of such a value. Throws an error for any other text.
export async function fromCode(code) {
  const packed = Uint8Array.from(
    atob(code.replaceAll("-", "+").replaceAll("_", "/")),
    (character) => character.charCodeAt(0),
  );
  const bytes = await through(new DecompressionStream("deflate"), packed);
  const { playlist, views } = JSON.parse(new TextDecoder().decode(bytes));
  if (String(playlist) !== PLAYLIST_VERSION || views.length > MAX_ENTRIES)
    throw new RangeError(playlist);
  return views.map(({ page, title = "", notes = "", parameters = {} }) => {
    const pairs = Object.entries(parameters).filter(([name]) => !RESERVED.includes(name));
    const isRead =
      page !== "" &&
      [page, title].every((text) => isText(text, MAX_TITLE)) &&
      isText(notes, MAX_NOTES) &&
      Object.entries(parameters)
        .flat()
        .every((text) => isText(text, MAX_ADDRESS));
    if (!isRead) throw new TypeError(page);
    return { page, title, notes, parameters: Object.fromEntries(pairs) };
  });
}

export class Playlist {
  // `has(entry)` says whether the edition has it, `open(entry)` shows it, `current()` is the entry
  // of what is on show, `keep(entries, isCounted)` says what of them this browser does not keep,
  // and fetches it unless it is only counted, `lecture()` begins a lecture, `linkOf(code)` is the
  // address of a playlist, and `ready()` gives the ready ones, [title, entries] each.
  constructor(element, calls) {
    Object.assign(this, { element, ...calls, entries: [], place: null, earlier: [] });
    this.body = make("div", "body");
    element.append(make("summary", "", ""), this.body);
    element.addEventListener("toggle", () => element.open && this.paint());
  }

  // Take the playlist of an address, which this tab keeps, and show its first view; else the one
  // that this tab kept. Gives a sentence where that of the address cannot be read.
  async start(code) {
    const read = (text) => fromCode(text ?? "").catch(() => null);
    const given = await read(code);
    const codes = session.get(EARLIER)?.split(" ") ?? [];
    this.earlier = (await Promise.all(codes.map(read))).filter(Boolean);
    this.entries = (await read(session.get(KEY))) ?? [];
    if (given) {
      await this.keepAside(given);
      this.entries = given;
      session.set(KEY, code);
    }
    this.paint();
    if (given) this.walk(1);
    return given || code === null ? "" : t(DAMAGED);
  }

  // Keep the own playlist aside whose place `next` takes; ready ones, of `ready`, are there anyway.
  async keepAside(next, ready = []) {
    const gone = [next, ...ready.map(([, views]) => views)],
      kept = [];
    for (const entries of [this.entries, ...this.earlier])
      if (entries.length && ![...gone, ...kept].some((other) => isSame(entries, other)))
        kept.push(entries);
    this.earlier = kept.slice(0, MAX_EARLIER);
    session.set(EARLIER, (await Promise.all(this.earlier.map(toCode))).join(" "));
  }

  async replace(next, ready) {
    await this.keepAside(next, ready);
    this.set(next);
  }

  get isWalked() {
    return this.place !== null;
  }

  // Show the next view that the edition has, or the one before.
  walk(by) {
    let place = (this.place ?? -1) + by;
    while (this.entries[place] && !this.has(this.entries[place])) place += by;
    if (this.entries[place]) this.go(place);
  }

  go(place) {
    this.place = place;
    this.open(this.entries[place]);
    this.paint();
  }

  set(entries, place = null) {
    Object.assign(this, { entries, place });
    toCode(entries).then((code) => session.set(KEY, code));
    this.paint();
  }

  button(text, act, { isOff = false, help = "" } = {}) {
    const button = make("button", "", text);
    Object.assign(button, { type: "button", disabled: isOff, title: help });
    if (help) button.setAttribute("aria-label", help);
    button.addEventListener("click", act);
    return button;
  }

  row({ page, title, parameters }, place, all) {
    const row = make("li"),
      moved = (by) => {
        const next = all.filter((_, at) => at !== place);
        next.splice(place + by, 0, all[place]);
        return next;
      };
    if (this.has(all[place])) row.append(this.button(title || page, () => this.go(place)));
    else {
      const path = page === "heads" ? "" : page,
        query = new URLSearchParams(parameters);
      const inApp = t("This view is in the app.");
      row.append(
        make("span", "", `${title || page} · ${inApp} `),
        make("code", "", `http://localhost:8501/${path}?${query}`),
      );
    }
    if (place === this.place) row.setAttribute("aria-current", "true");
    row.append(
      this.button("↑", () => this.set(moved(-1)), { isOff: !place, help: t("Move up") }),
      this.button("↓", () => this.set(moved(1)), {
        isOff: place + 1 === all.length,
        help: t("Move down"),
      }),
      this.button("✕", () => this.set(all.filter((_, at) => at !== place)), { help: t("Remove") }),
    );
    return row;
  }

  // A link that stores the playlist as the app opens it.
  file() {
    const text = toJson(this.entries),
      link = make("a", "", t("Download as a file"));
    link.href = `data:application/json;charset=utf-8,${encodeURIComponent(text)}`;
    link.download = "playlist.json";
    return link;
  }

  // Say in an element whether all views open without a network, and offer to fetch what does not.
  async look(element, isCounted = true) {
    const lacking = this.entries.filter((entry) => !this.has(entry)).length;
    element.replaceChildren(isCounted ? t("Looking …") : t("Fetching …"));
    const found = await this.keep(this.entries, isCounted).catch(() => null);
    const size = found && local((found.bytes / 1e6).toFixed(1));
    const parts = [
      ...(!found ? [t("edition#keeps no files")] : []),
      ...(found?.isFailed ? [t("edition#not fetched")] : []),
      ...(found && !found.bytes ? [t("edition#all here")] : []),
      ...(found?.bytes
        ? [
            t("edition#not here", { size }),
            this.button(t("Fetch {size} MB", { size }), () => this.look(element, false)),
          ]
        : []),
      ...(lacking ? [t("Views that only the app has: {count}.", { count: lacking })] : []),
    ];
    element.replaceChildren(...parts.flatMap((part) => [part, " "]));
  }

  paint() {
    const { element, entries } = this;
    element.firstChild.textContent = t("Playlist ({count}) …", { count: entries.length }).replace(
      " …",
      "",
    );
    if (!element.open) return;
    const list = make("ol"),
      ways = make("div", "row"),
      said = make("span"),
      kept = make("span", "row");
    kept.setAttribute("role", "status");
    list.append(...entries.map((entry, place) => this.row(entry, place, entries)));
    ways.append(
      this.button(t("Add this view"), () => this.set([...entries, this.current()]), {
        isOff: entries.length >= MAX_ENTRIES,
      }),
    );
    if (entries.length)
      ways.append(
        this.button(t("Start the lecture"), () => {
          this.place = null;
          this.lecture();
        }),
        this.button(t("Copy the link to this playlist"), async () => {
          const code = await toCode(entries),
            link = this.linkOf(code);
          said.textContent =
            code.length <= MAX_LINK
              ? link
              : t(TOO_LONG, { length: grouped(code.length), most: grouped(MAX_LINK) });
          if (code.length > MAX_LINK) return;
          await navigator.clipboard?.writeText(link).catch(() => {});
        }),
        this.file(),
        this.button(t("Is everything here?"), () => this.look(kept)),
        this.button(t("Remove all"), () => this.set([])),
        said,
        kept,
      );
    const taken = make("div", "row");
    this.ready().then(
      (all) =>
        taken.replaceChildren(
          make("span", "", t("Take a ready playlist")),
          ...all.map(([title, views]) => this.button(title, () => this.replace(views, all))),
          ...this.earlier.map((views) =>
            this.button(
              t("Back to your playlist, {count} views", { count: views.length }),
              () => this.replace(views, all),
              { help: views[0].title },
            ),
          ),
        ),
      () => {},
    );
    this.body.replaceChildren(ways, list, taken);
  }
}
