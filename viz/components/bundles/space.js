// Made of space/ and shared/ by "npm run build": change those, not this.

// shared/colour.js
function rgb(colour) {
  const hex = colour.trim().replace("#", "");
  if (/^[0-9a-f]{6}/i.test(hex)) return [0, 2, 4].map((i) => parseInt(hex.slice(i, i + 2), 16));
  return (colour.match(/[\d.]+/g) || [255, 255, 255]).slice(0, 3).map(Number);
}
function ramp(stops) {
  const points = stops.map(rgb), colours = [];
  for (let i = 0; i < 256; i++) {
    const place = i / 255 * (points.length - 1), low = Math.min(Math.floor(place), points.length - 2);
    colours.push(points[low].map((value, c) => Math.round(value + (place - low) * (points[low + 1][c] - value))));
  }
  return colours;
}
function brightness(colour) {
  const [red, green, blue] = colour.map((value) => value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
function contrast(a, b) {
  const [low, high] = [brightness(a), brightness(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}
var textOn = (colour) => brightness(colour) > 0.179 ? "#000000" : "#ffffff";
var mix = (a, b, share) => a.map((value, i) => Math.round(value + share * (b[i] - value)));
function distinct(colour, paper, far) {
  let mixed = colour;
  while (contrast(mixed, paper) < 3) mixed = mix(mixed, far, 0.06);
  return mixed;
}

// shared/canvas.js
var pixelsOf = (colours) => Uint32Array.from(
  colours,
  ([red, green, blue]) => 4278190080 + (blue << 16) + (green << 8) + red
);
var Look = class _Look {
  constructor(root, ink) {
    const style = getComputedStyle(root), get = (name) => style.getPropertyValue(name).trim();
    const paper = rgb(get("--st-background-color") || "#ffffff");
    this.dark = paper[0] * 0.3 + paper[1] * 0.6 + paper[2] * 0.1 < 128;
    this.text = get("--st-text-color") || (this.dark ? "#fff" : "#222");
    this.muted = this.dark ? "#9aa4b2" : "#5b6472";
    this.family = get("--st-font") || "sans-serif";
    this.least = zoomOf(root) > 1 ? 12 : 10;
    const stops = [`rgb(${paper})`, ...ink[this.dark ? "dark" : "light"].slice(1)];
    this.ramp = ramp(stops);
    this.pixels = pixelsOf(this.ramp);
    this.paper = paper;
    root.style.setProperty("--muted", this.muted);
    root.style.setProperty("--ramp", `linear-gradient(to right, ${stops.join(",")})`);
  }
  // The same without colour, for what is switched off.
  greyed() {
    const greys = ramp([`rgb(${this.paper})`, this.muted]);
    return Object.assign(
      Object.create(_Look.prototype),
      this,
      { ramp: greys, pixels: pixelsOf(greys), text: this.muted }
    );
  }
  // The same for values from -1 to 1: `stops` from the least to the most, the paper in the middle.
  signed(stops) {
    const colours = ramp(stops.map((stop, i) => i === (stops.length - 1) / 2 ? `rgb(${this.paper})` : stop));
    return Object.assign(
      Object.create(_Look.prototype),
      this,
      { ramp: colours, pixels: pixelsOf(colours) }
    );
  }
  ink(weight) {
    return this.ramp[Math.round(255 * weight)];
  }
  on(weight) {
    return textOn(this.ink(weight));
  }
  font(size, bold) {
    return `${bold ? 600 : 400} ${size}px ${this.family}`;
  }
};
function watch(root, paint) {
  let size = "";
  new ResizeObserver(() => {
    const now = [root.clientWidth, roomOf(root)].join();
    if (root.clientWidth && now !== size) {
      size = now;
      paint();
    }
  }).observe(root);
  root.addEventListener("transitionrun", (event) => {
    if (event.target === root) setTimeout(paint, 50);
  });
}
var zoomOf = (element) => element.currentCSSZoom || 1;
function roomOf(root) {
  const room = parseFloat(getComputedStyle(root).getPropertyValue("--lecture-room"));
  return room ? room / zoomOf(root) : null;
}
function contentHeight(root) {
  const last = [...root.children].filter((child) => child.offsetHeight).at(-1);
  return last ? last.offsetTop + last.offsetHeight : 0;
}
function within(event, element) {
  const box = element.getBoundingClientRect(), zoom2 = zoomOf(element);
  return [(event.clientX - box.left) / zoom2, (event.clientY - box.top) / zoom2];
}
var detail = 1;
function sharp(canvas, width, height) {
  const ratio = Math.max(window.devicePixelRatio || 1, detail) * zoomOf(canvas);
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  canvas.style.width = `${width}px`;
  canvas.style.height = `${height}px`;
  const pen = canvas.getContext("2d");
  pen.scale(ratio, ratio);
  pen.textBaseline = "middle";
  return pen;
}

// shared/numbers.js
var clamp = (low, value, high) => Math.max(low, Math.min(value, high));

// shared/text.js
var french = {};
var isFrench = false;
function setFrench(texts) {
  french = texts;
  isFrench = Object.keys(texts).length > 0;
}
var say = (text, values = {}) => (french[text] ?? text).replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
var local = (number) => isFrench ? number.replace(/[.,]/g, (sign) => sign === "." ? "," : " ") : number;
var grouped = (count) => local(count.toLocaleString("en"));
var fixed = (value, places) => local(value.toFixed(places));
var mark = (text) => text;
var KINDS = {
  weight: mark("weight"),
  score: mark("score"),
  distance: mark("distance"),
  norm: mark("norm"),
  cosine: mark("cosine")
};
var quoted = (word) => say("“{word}”", { word });
var shorten = (word) => word.length > 20 ? word.slice(0, 19) + "…" : word;

// shared/packing.js
var MASKED = 65535;
function read(bytes) {
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  const head = JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + length)));
  setFrench(head.french);
  head.numbers = new Uint16Array(bytes.slice(4 + length).buffer);
  return head;
}
function unpack(number, steps, least = 0, most = 1) {
  return number === MASKED ? null : least + number / steps * (most - least);
}

// shared/elements.js
function make(tag, className, text) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  if (text !== void 0) element.textContent = text;
  return element;
}

// shared/tables.js
function tableOf(caption, rows, columns, cell) {
  const table = make("table", "twin"), head = make("tr"), header = (text, scope) => Object.assign(make("th", "", text), { scope });
  head.append(make("td"), ...columns.map((word) => header(word, "col")));
  table.append(make("caption", "", caption), head, ...rows.map((word, r) => {
    const row = make("tr");
    row.append(header(word, "row"), ...columns.map((_, c) => make("td", "", cell(r, c))));
    return row;
  }));
  return table;
}
function tableBox(label = "") {
  const box = make("div", "twin-box");
  box.tabIndex = 0;
  box.setAttribute("role", "region");
  box.setAttribute("aria-label", label);
  return box;
}
function tableButton(turn) {
  const button2 = make("button", "as-table");
  let tables = false;
  button2.speak = () => {
    button2.textContent = tables ? say("As a picture") : say("As a table");
  };
  button2.addEventListener("click", () => {
    tables = !tables;
    button2.speak();
    turn(tables);
  });
  return button2;
}

// space/elements.js
function build(space) {
  space.title = make("h3", "title");
  const controls = buildControls(space);
  space.note = make("p", "note");
  buildBody(space);
  space.reading = make("p", "reading");
  space.reading.setAttribute("role", "status");
  space.table = tableBox();
  space.table.hidden = true;
  space.asTable = tableButton((tables) => space.showTable(tables));
  space.full = make("div");
  space.full.append(
    controls,
    space.note,
    space.body,
    space.reading,
    space.asTable,
    space.table
  );
  space.empty = make("p", "empty");
  space.root.append(space.title, space.full, space.empty);
}
function buildControls(space) {
  space.slider = make("input");
  Object.assign(space.slider, { type: "range", min: 0, step: 1 });
  space.stepName = make("span", "step");
  space.sliderBox = make("label", "slider");
  space.sliderBox.append(space.slider, space.stepName);
  space.search = make("input");
  Object.assign(space.search, { type: "search", autocomplete: "off", spellcheck: false });
  space.found = make("span", "found");
  space.found.setAttribute("aria-live", "polite");
  const searchBox = make("div", "search");
  searchBox.append(space.search, space.found);
  space.isolateButton = button(() => space.isolate());
  space.backButton = button(() => space.back());
  space.resetButton = button(() => space.reset());
  const buttons = make("div", "buttons");
  buttons.append(space.isolateButton, space.backButton, space.resetButton);
  const controls = make("div", "controls");
  controls.append(space.sliderBox, searchBox, buttons);
  return controls;
}
function button(act) {
  const made = make("button");
  made.addEventListener("click", () => {
    if (made.getAttribute("aria-disabled") !== "true") act();
  });
  return made;
}
function buildBody(space) {
  space.canvas = make("canvas");
  space.canvas.tabIndex = 0;
  space.canvas.setAttribute("role", "img");
  space.pen = space.canvas.getContext("2d", { alpha: false });
  space.tip = make("div", "tip");
  space.tip.hidden = true;
  space.picture = make("div", "picture");
  space.picture.append(space.canvas, space.tip);
  space.groups = make("div", "groups");
  space.groups.setAttribute("role", "group");
  space.list = make("div", "list");
  const side = make("div", "side");
  side.append(space.groups, space.list);
  space.body = make("div", "body");
  space.body.append(space.picture, side);
}
function writeTexts(space) {
  space.slider.setAttribute("aria-label", say("Step"));
  space.search.placeholder = say("Find a word");
  space.search.setAttribute("aria-label", say("Find a word"));
  space.isolateButton.textContent = say("Isolate");
  space.backButton.textContent = say("Back");
  space.resetButton.textContent = say("Reset view");
  space.groups.setAttribute("aria-label", say("Groups shown"));
  space.table.setAttribute("aria-label", say("The points"));
  space.empty.textContent = say("There are no points to show.");
  space.asTable.speak();
}

// space/gestures.js
/* d3-color, d3-dispatch, d3-drag, d3-interpolate, d3-selection, d3-timer, d3-transition, d3-zoom

Copyright 2010-2026 Mike Bostock

Permission to use, copy, modify, and/or distribute this software for any purpose
with or without fee is hereby granted, provided that the above copyright notice
and this permission notice appear in all copies.

THE SOFTWARE IS PROVIDED "AS IS" AND THE AUTHOR DISCLAIMS ALL WARRANTIES WITH
REGARD TO THIS SOFTWARE INCLUDING ALL IMPLIED WARRANTIES OF MERCHANTABILITY AND
FITNESS. IN NO EVENT SHALL THE AUTHOR BE LIABLE FOR ANY SPECIAL, DIRECT,
INDIRECT, OR CONSEQUENTIAL DAMAGES OR ANY DAMAGES WHATSOEVER RESULTING FROM LOSS
OF USE, DATA OR PROFITS, WHETHER IN AN ACTION OF CONTRACT, NEGLIGENCE OR OTHER
TORTIOUS ACTION, ARISING OUT OF OR IN CONNECTION WITH THE USE OR PERFORMANCE OF
THIS SOFTWARE.
*/
/* d3-ease

Copyright 2010-2026 Mike Bostock
Copyright 2001 Robert Penner
All rights reserved.

Redistribution and use in source and binary forms, with or without modification,
are permitted provided that the following conditions are met:

* Redistributions of source code must retain the above copyright notice, this
  list of conditions and the following disclaimer.

* Redistributions in binary form must reproduce the above copyright notice,
  this list of conditions and the following disclaimer in the documentation
  and/or other materials provided with the distribution.

* Neither the name of the author nor the names of contributors may be used to
  endorse or promote products derived from this software without specific prior
  written permission.

THIS SOFTWARE IS PROVIDED BY THE COPYRIGHT HOLDERS AND CONTRIBUTORS "AS IS" AND
ANY EXPRESS OR IMPLIED WARRANTIES, INCLUDING, BUT NOT LIMITED TO, THE IMPLIED
WARRANTIES OF MERCHANTABILITY AND FITNESS FOR A PARTICULAR PURPOSE ARE
DISCLAIMED. IN NO EVENT SHALL THE COPYRIGHT OWNER OR CONTRIBUTORS BE LIABLE FOR
ANY DIRECT, INDIRECT, INCIDENTAL, SPECIAL, EXEMPLARY, OR CONSEQUENTIAL DAMAGES
(INCLUDING, BUT NOT LIMITED TO, PROCUREMENT OF SUBSTITUTE GOODS OR SERVICES;
LOSS OF USE, DATA, OR PROFITS; OR BUSINESS INTERRUPTION) HOWEVER CAUSED AND ON
ANY THEORY OF LIABILITY, WHETHER IN CONTRACT, STRICT LIABILITY, OR TORT
(INCLUDING NEGLIGENCE OR OTHERWISE) ARISING IN ANY WAY OUT OF THE USE OF THIS
SOFTWARE, EVEN IF ADVISED OF THE POSSIBILITY OF SUCH DAMAGE.
*/
var d3=(()=>{var tn=Object.defineProperty;var Ke=Object.getOwnPropertyDescriptor;var Qe=Object.getOwnPropertyNames;var Ze=Object.prototype.hasOwnProperty;var We=(t,n)=>{for(var e in n)tn(t,e,{get:n[e],enumerable:!0})},Je=(t,n,e,r)=>{if(n&&typeof n=="object"||typeof n=="function")for(let i of Qe(n))!Ze.call(t,i)&&i!==e&&tn(t,i,{get:()=>n[i],enumerable:!(r=
Ke(n,i))||r.enumerable});return t};var je=t=>Je(tn({},"__esModule",{value:!0}),t);var Tu={};We(Tu,{select:()=>q,zoom:()=>Ve,zoomIdentity:()=>It});var nn="http://www.w3.org/1999/xhtml",Rn={svg:"http://www.w3.org/2000/svg",xhtml:nn,xlink:"http://www.w3.org/1999/xlink",xml:"http://www.w3.org/XML/1998/namespace",xmlns:"http://www.w3.org/2000/xmlns/"};
function mt(t){var n=t+="",e=n.indexOf(":");return e>=0&&(n=t.slice(0,e))!=="xmlns"&&(t=t.slice(e+1)),Rn.hasOwnProperty(n)?{space:Rn[n],local:t}:t}function tr(t){return function(){var n=this.ownerDocument,
e=this.namespaceURI;return e===nn&&n.documentElement.namespaceURI===nn?n.createElement(t):n.createElementNS(e,t)}}function nr(t){return function(){return this.ownerDocument.createElementNS(t.space,t.local)}}
function Dn(t){var n=mt(t);return(n.local?nr:tr)(n)}function er(){}function Ct(t){return t==null?er:function(){return this.querySelector(t)}}function rr(t){typeof t!="function"&&(t=Ct(t));for(var n=this.
_groups,e=n.length,r=new Array(e),i=0;i<e;++i)for(var o=n[i],u=o.length,a=r[i]=new Array(u),s,c,f=0;f<u;++f)(s=o[f])&&(c=t.call(s,s.__data__,f,o))&&("__data__"in s&&(c.__data__=s.__data__),a[f]=c);return new C(
r,this._parents)}function ir(t){return t==null?[]:Array.isArray(t)?t:Array.from(t)}function or(){return[]}function rn(t){return t==null?or:function(){return this.querySelectorAll(t)}}function ur(t){return function(){
return ir(t.apply(this,arguments))}}function ar(t){typeof t=="function"?t=ur(t):t=rn(t);for(var n=this._groups,e=n.length,r=[],i=[],o=0;o<e;++o)for(var u=n[o],a=u.length,s,c=0;c<a;++c)(s=u[c])&&(r.push(
t.call(s,s.__data__,c,u)),i.push(s));return new C(r,i)}function on(t){return function(){return this.matches(t)}}function qn(t){return function(n){return n.matches(t)}}var sr=Array.prototype.find;function cr(t){
return function(){return sr.call(this.children,t)}}function lr(){return this.firstElementChild}function fr(t){return this.select(t==null?lr:cr(typeof t=="function"?t:qn(t)))}var hr=Array.prototype.filter;
function pr(){return Array.from(this.children)}function gr(t){return function(){return hr.call(this.children,t)}}function mr(t){return this.selectAll(t==null?pr:gr(typeof t=="function"?t:qn(t)))}function dr(t){
typeof t!="function"&&(t=on(t));for(var n=this._groups,e=n.length,r=new Array(e),i=0;i<e;++i)for(var o=n[i],u=o.length,a=r[i]=[],s,c=0;c<u;++c)(s=o[c])&&t.call(s,s.__data__,c,o)&&a.push(s);return new C(
r,this._parents)}function Pn(t){return new Array(t.length)}function yr(){return new C(this._enter||this._groups.map(Pn),this._parents)}function zt(t,n){this.ownerDocument=t.ownerDocument,this.namespaceURI=
t.namespaceURI,this._next=null,this._parent=t,this.__data__=n}zt.prototype={constructor:zt,appendChild:function(t){return this._parent.insertBefore(t,this._next)},insertBefore:function(t,n){return this.
_parent.insertBefore(t,n)},querySelector:function(t){return this._parent.querySelector(t)},querySelectorAll:function(t){return this._parent.querySelectorAll(t)}};function vr(t){return function(){return t}}
function _r(t,n,e,r,i,o){for(var u=0,a,s=n.length,c=o.length;u<c;++u)(a=n[u])?(a.__data__=o[u],r[u]=a):e[u]=new zt(t,o[u]);for(;u<s;++u)(a=n[u])&&(i[u]=a)}function wr(t,n,e,r,i,o,u){var a,s,c=new Map,
f=n.length,p=o.length,g=new Array(f),m;for(a=0;a<f;++a)(s=n[a])&&(g[a]=m=u.call(s,s.__data__,a,n)+"",c.has(m)?i[a]=s:c.set(m,s));for(a=0;a<p;++a)m=u.call(t,o[a],a,o)+"",(s=c.get(m))?(r[a]=s,s.__data__=
o[a],c.delete(m)):e[a]=new zt(t,o[a]);for(a=0;a<f;++a)(s=n[a])&&c.get(g[a])===s&&(i[a]=s)}function xr(t){return t.__data__}function br(t,n){if(!arguments.length)return Array.from(this,xr);var e=n?wr:_r,
r=this._parents,i=this._groups;typeof t!="function"&&(t=vr(t));for(var o=i.length,u=new Array(o),a=new Array(o),s=new Array(o),c=0;c<o;++c){var f=r[c],p=i[c],g=p.length,m=Mr(t.call(f,f&&f.__data__,c,r)),
b=m.length,N=a[c]=new Array(b),k=u[c]=new Array(b),v=s[c]=new Array(g);e(f,p,N,k,v,m,n);for(var T=0,S=0,X,O;T<b;++T)if(X=N[T]){for(T>=S&&(S=T+1);!(O=k[S])&&++S<b;);X._next=O||null}}return u=new C(u,r),
u._enter=a,u._exit=s,u}function Mr(t){return typeof t=="object"&&"length"in t?t:Array.from(t)}function Nr(){return new C(this._exit||this._groups.map(Pn),this._parents)}function Ar(t,n,e){var r=this.enter(),
i=this,o=this.exit();return typeof t=="function"?(r=t(r),r&&(r=r.selection())):r=r.append(t+""),n!=null&&(i=n(i),i&&(i=i.selection())),e==null?o.remove():e(o),r&&i?r.merge(i).order():i}function Er(t){
for(var n=t.selection?t.selection():t,e=this._groups,r=n._groups,i=e.length,o=r.length,u=Math.min(i,o),a=new Array(i),s=0;s<u;++s)for(var c=e[s],f=r[s],p=c.length,g=a[s]=new Array(p),m,b=0;b<p;++b)(m=
c[b]||f[b])&&(g[b]=m);for(;s<i;++s)a[s]=e[s];return new C(a,this._parents)}function Ir(){for(var t=this._groups,n=-1,e=t.length;++n<e;)for(var r=t[n],i=r.length-1,o=r[i],u;--i>=0;)(u=r[i])&&(o&&u.compareDocumentPosition(
o)^4&&o.parentNode.insertBefore(u,o),o=u);return this}function kr(t){t||(t=Tr);function n(p,g){return p&&g?t(p.__data__,g.__data__):!p-!g}for(var e=this._groups,r=e.length,i=new Array(r),o=0;o<r;++o){
for(var u=e[o],a=u.length,s=i[o]=new Array(a),c,f=0;f<a;++f)(c=u[f])&&(s[f]=c);s.sort(n)}return new C(i,this._parents).order()}function Tr(t,n){return t<n?-1:t>n?1:t>=n?0:NaN}function Sr(){var t=arguments[0];
return arguments[0]=this,t.apply(null,arguments),this}function zr(){return Array.from(this)}function Cr(){for(var t=this._groups,n=0,e=t.length;n<e;++n)for(var r=t[n],i=0,o=r.length;i<o;++i){var u=r[i];
if(u)return u}return null}function Or(){let t=0;for(let n of this)++t;return t}function $r(){return!this.node()}function Rr(t){for(var n=this._groups,e=0,r=n.length;e<r;++e)for(var i=n[e],o=0,u=i.length,
a;o<u;++o)(a=i[o])&&t.call(a,a.__data__,o,i);return this}function Dr(t){return function(){this.removeAttribute(t)}}function qr(t){return function(){this.removeAttributeNS(t.space,t.local)}}function Pr(t,n){
return function(){this.setAttribute(t,n)}}function Br(t,n){return function(){this.setAttributeNS(t.space,t.local,n)}}function Xr(t,n){return function(){var e=n.apply(this,arguments);e==null?this.removeAttribute(
t):this.setAttribute(t,e)}}function Hr(t,n){return function(){var e=n.apply(this,arguments);e==null?this.removeAttributeNS(t.space,t.local):this.setAttributeNS(t.space,t.local,e)}}function Fr(t,n){var e=mt(
t);if(arguments.length<2){var r=this.node();return e.local?r.getAttributeNS(e.space,e.local):r.getAttribute(e)}return this.each((n==null?e.local?qr:Dr:typeof n=="function"?e.local?Hr:Xr:e.local?Br:Pr)(
e,n))}function Bn(t){return t.ownerDocument&&t.ownerDocument.defaultView||t.document&&t||t.defaultView}function Lr(t){return function(){this.style.removeProperty(t)}}function Vr(t,n,e){return function(){
this.style.setProperty(t,n,e)}}function Yr(t,n,e){return function(){var r=n.apply(this,arguments);r==null?this.style.removeProperty(t):this.style.setProperty(t,r,e)}}function Gr(t,n,e){return arguments.
length>1?this.each((n==null?Lr:typeof n=="function"?Yr:Vr)(t,n,e??"")):nt(this.node(),t)}function nt(t,n){return t.style.getPropertyValue(n)||Bn(t).getComputedStyle(t,null).getPropertyValue(n)}function Ur(t){
return function(){delete this[t]}}function Kr(t,n){return function(){this[t]=n}}function Qr(t,n){return function(){var e=n.apply(this,arguments);e==null?delete this[t]:this[t]=e}}function Zr(t,n){return arguments.
length>1?this.each((n==null?Ur:typeof n=="function"?Qr:Kr)(t,n)):this.node()[t]}function Xn(t){return t.trim().split(/^|\s+/)}function un(t){return t.classList||new Hn(t)}function Hn(t){this._node=t,this.
_names=Xn(t.getAttribute("class")||"")}Hn.prototype={add:function(t){var n=this._names.indexOf(t);n<0&&(this._names.push(t),this._node.setAttribute("class",this._names.join(" ")))},remove:function(t){
var n=this._names.indexOf(t);n>=0&&(this._names.splice(n,1),this._node.setAttribute("class",this._names.join(" ")))},contains:function(t){return this._names.indexOf(t)>=0}};function Fn(t,n){for(var e=un(
t),r=-1,i=n.length;++r<i;)e.add(n[r])}function Ln(t,n){for(var e=un(t),r=-1,i=n.length;++r<i;)e.remove(n[r])}function Wr(t){return function(){Fn(this,t)}}function Jr(t){return function(){Ln(this,t)}}function jr(t,n){
return function(){(n.apply(this,arguments)?Fn:Ln)(this,t)}}function ti(t,n){var e=Xn(t+"");if(arguments.length<2){for(var r=un(this.node()),i=-1,o=e.length;++i<o;)if(!r.contains(e[i]))return!1;return!0}
return this.each((typeof n=="function"?jr:n?Wr:Jr)(e,n))}function ni(){this.textContent=""}function ei(t){return function(){this.textContent=t}}function ri(t){return function(){var n=t.apply(this,arguments);
this.textContent=n??""}}function ii(t){return arguments.length?this.each(t==null?ni:(typeof t=="function"?ri:ei)(t)):this.node().textContent}function oi(){this.innerHTML=""}function ui(t){return function(){
this.innerHTML=t}}function ai(t){return function(){var n=t.apply(this,arguments);this.innerHTML=n??""}}function si(t){return arguments.length?this.each(t==null?oi:(typeof t=="function"?ai:ui)(t)):this.
node().innerHTML}function ci(){this.nextSibling&&this.parentNode.appendChild(this)}function li(){return this.each(ci)}function fi(){this.previousSibling&&this.parentNode.insertBefore(this,this.parentNode.
firstChild)}function hi(){return this.each(fi)}function pi(t){var n=typeof t=="function"?t:Dn(t);return this.select(function(){return this.appendChild(n.apply(this,arguments))})}function gi(){return null}
function mi(t,n){var e=typeof t=="function"?t:Dn(t),r=n==null?gi:typeof n=="function"?n:Ct(n);return this.select(function(){return this.insertBefore(e.apply(this,arguments),r.apply(this,arguments)||null)})}
function di(){var t=this.parentNode;t&&t.removeChild(this)}function yi(){return this.each(di)}function vi(){var t=this.cloneNode(!1),n=this.parentNode;return n?n.insertBefore(t,this.nextSibling):t}function _i(){
var t=this.cloneNode(!0),n=this.parentNode;return n?n.insertBefore(t,this.nextSibling):t}function wi(t){return this.select(t?_i:vi)}function xi(t){return arguments.length?this.property("__data__",t):this.
node().__data__}function bi(t){return function(n){t.call(this,n,this.__data__)}}function Mi(t){return t.trim().split(/^|\s+/).map(function(n){var e="",r=n.indexOf(".");return r>=0&&(e=n.slice(r+1),n=n.
slice(0,r)),{type:n,name:e}})}function Ni(t){return function(){var n=this.__on;if(n){for(var e=0,r=-1,i=n.length,o;e<i;++e)o=n[e],(!t.type||o.type===t.type)&&o.name===t.name?this.removeEventListener(o.
type,o.listener,o.options):n[++r]=o;++r?n.length=r:delete this.__on}}}function Ai(t,n,e){return function(){var r=this.__on,i,o=bi(n);if(r){for(var u=0,a=r.length;u<a;++u)if((i=r[u]).type===t.type&&i.name===
t.name){this.removeEventListener(i.type,i.listener,i.options),this.addEventListener(i.type,i.listener=o,i.options=e),i.value=n;return}}this.addEventListener(t.type,o,e),i={type:t.type,name:t.name,value:n,
listener:o,options:e},r?r.push(i):this.__on=[i]}}function Ei(t,n,e){var r=Mi(t+""),i,o=r.length,u;if(arguments.length<2){var a=this.node().__on;if(a){for(var s=0,c=a.length,f;s<c;++s)for(i=0,f=a[s];i<
o;++i)if((u=r[i]).type===f.type&&u.name===f.name)return f.value}return}for(a=n?Ai:Ni,i=0;i<o;++i)this.each(a(r[i],n,e));return this}function Vn(t,n,e){var r=Bn(t),i=r.CustomEvent;typeof i=="function"?
i=new i(n,e):(i=r.document.createEvent("Event"),e?(i.initEvent(n,e.bubbles,e.cancelable),i.detail=e.detail):i.initEvent(n,!1,!1)),t.dispatchEvent(i)}function Ii(t,n){return function(){return Vn(this,t,
n)}}function ki(t,n){return function(){return Vn(this,t,n.apply(this,arguments))}}function Ti(t,n){return this.each((typeof n=="function"?ki:Ii)(t,n))}function*Si(){for(var t=this._groups,n=0,e=t.length;n<
e;++n)for(var r=t[n],i=0,o=r.length,u;i<o;++i)(u=r[i])&&(yield u)}var Yn=[null];function C(t,n){this._groups=t,this._parents=n}function et(){return new C([[document.documentElement]],Yn)}function zi(){
return this}C.prototype=et.prototype={constructor:C,select:rr,selectAll:ar,selectChild:fr,selectChildren:mr,filter:dr,data:br,enter:yr,exit:Nr,join:Ar,merge:Er,selection:zi,order:Ir,sort:kr,call:Sr,nodes:zr,
node:Cr,size:Or,empty:$r,each:Rr,attr:Fr,style:Gr,property:Zr,classed:ti,text:ii,html:si,raise:li,lower:hi,append:pi,insert:mi,remove:yi,clone:wi,datum:xi,on:Ei,dispatch:Ti,[Symbol.iterator]:Si};function q(t){
return typeof t=="string"?new C([[document.querySelector(t)]],[document.documentElement]):new C([[t]],Yn)}var Ci=0;function Oi(){return new en}function en(){this._="@"+(++Ci).toString(36)}en.prototype=Oi.prototype={constructor:en,get:function(t){for(var n=this._;!(n in t);)if(!(t=t.parentNode))return;return t[n]},
set:function(t,n){return t[this._]=n},remove:function(t){return this._ in t&&delete t[this._]},toString:function(){return this._}};function $i(t){let n;for(;n=t.sourceEvent;)t=n;return t}function U(t,n){
if(t=$i(t),n===void 0&&(n=t.currentTarget),n){var e=n.ownerSVGElement||n;if(e.createSVGPoint){var r=e.createSVGPoint();return r.x=t.clientX,r.y=t.clientY,r=r.matrixTransform(n.getScreenCTM().inverse()),
[r.x,r.y]}if(n.getBoundingClientRect){var i=n.getBoundingClientRect();return[t.clientX-i.left-n.clientLeft,t.clientY-i.top-n.clientTop]}}return[t.pageX,t.pageY]}var Ri={value:()=>{}};function dt(){for(var t=0,n=arguments.length,e={},r;t<n;++t){if(!(r=arguments[t]+"")||r in e||/[\s.]/.test(r))throw new Error("illegal type: "+r);e[r]=[]}return new Ot(e)}function Ot(t){
this._=t}function Di(t,n){return t.trim().split(/^|\s+/).map(function(e){var r="",i=e.indexOf(".");if(i>=0&&(r=e.slice(i+1),e=e.slice(0,i)),e&&!n.hasOwnProperty(e))throw new Error("unknown type: "+e);
return{type:e,name:r}})}Ot.prototype=dt.prototype={constructor:Ot,on:function(t,n){var e=this._,r=Di(t+"",e),i,o=-1,u=r.length;if(arguments.length<2){for(;++o<u;)if((i=(t=r[o]).type)&&(i=qi(e[i],t.name)))
return i;return}if(n!=null&&typeof n!="function")throw new Error("invalid callback: "+n);for(;++o<u;)if(i=(t=r[o]).type)e[i]=Gn(e[i],t.name,n);else if(n==null)for(i in e)e[i]=Gn(e[i],t.name,null);return this},
copy:function(){var t={},n=this._;for(var e in n)t[e]=n[e].slice();return new Ot(t)},call:function(t,n){if((i=arguments.length-2)>0)for(var e=new Array(i),r=0,i,o;r<i;++r)e[r]=arguments[r+2];if(!this.
_.hasOwnProperty(t))throw new Error("unknown type: "+t);for(o=this._[t],r=0,i=o.length;r<i;++r)o[r].value.apply(n,e)},apply:function(t,n,e){if(!this._.hasOwnProperty(t))throw new Error("unknown type: "+
t);for(var r=this._[t],i=0,o=r.length;i<o;++i)r[i].value.apply(n,e)}};function qi(t,n){for(var e=0,r=t.length,i;e<r;++e)if((i=t[e]).name===n)return i.value}function Gn(t,n,e){for(var r=0,i=t.length;r<
i;++r)if(t[r].name===n){t[r]=Ri,t=t.slice(0,r).concat(t.slice(r+1));break}return e!=null&&t.push({name:n,value:e}),t}var an={capture:!0,passive:!1};function sn(t){t.preventDefault(),t.stopImmediatePropagation()}function Un(t){var n=t.document.documentElement,e=q(t).on("dragstart.drag",sn,an);"onselectstart"in n?e.on("selectstart.drag",sn,an):(n.__noselect=
n.style.MozUserSelect,n.style.MozUserSelect="none")}function Kn(t,n){var e=t.document.documentElement,r=q(t).on("dragstart.drag",null);n&&(r.on("click.drag",sn,an),setTimeout(function(){r.on("click.dr\
ag",null)},0)),"onselectstart"in e?r.on("selectstart.drag",null):(e.style.MozUserSelect=e.__noselect,delete e.__noselect)}function Pi(t,{sourceEvent:n,subject:e,target:r,identifier:i,active:o,x:u,y:a,dx:s,dy:c,dispatch:f}){Object.defineProperties(this,{type:{value:t,enumerable:!0,configurable:!0},sourceEvent:{value:n,enumerable:!0,
configurable:!0},subject:{value:e,enumerable:!0,configurable:!0},target:{value:r,enumerable:!0,configurable:!0},identifier:{value:i,enumerable:!0,configurable:!0},active:{value:o,enumerable:!0,configurable:!0},
x:{value:u,enumerable:!0,configurable:!0},y:{value:a,enumerable:!0,configurable:!0},dx:{value:s,enumerable:!0,configurable:!0},dy:{value:c,enumerable:!0,configurable:!0},_:{value:f}})}Pi.prototype.on=
function(){var t=this._.on.apply(this._,arguments);return t===this._?this:t};function ht(t,n,e){t.prototype=n.prototype=e,e.constructor=t}function _t(t,n){var e=Object.create(t.prototype);for(var r in n)e[r]=n[r];return e}function tt(){}var ut=.7,ft=1/ut,ct="\\s*([+-]?\\d+)\\s*",
yt="\\s*([+-]?(?:\\d*\\.)?\\d+(?:[eE][+-]?\\d+)?)\\s*",F="\\s*([+-]?(?:\\d*\\.)?\\d+(?:[eE][+-]?\\d+)?)%\\s*",Bi=/^#([0-9a-f]{3,8})$/,Xi=new RegExp(`^rgb\\(${ct},${ct},${ct}\\)$`),Hi=new RegExp(`^rgb\\\
(${F},${F},${F}\\)$`),Fi=new RegExp(`^rgba\\(${ct},${ct},${ct},${yt}\\)$`),Li=new RegExp(`^rgba\\(${F},${F},${F},${yt}\\)$`),Vi=new RegExp(`^hsl\\(${yt},${F},${F}\\)$`),Yi=new RegExp(`^hsla\\(${yt},${F}\
,${F},${yt}\\)$`),Qn={aliceblue:15792383,antiquewhite:16444375,aqua:65535,aquamarine:8388564,azure:15794175,beige:16119260,bisque:16770244,black:0,blanchedalmond:16772045,blue:255,blueviolet:9055202,brown:10824234,
burlywood:14596231,cadetblue:6266528,chartreuse:8388352,chocolate:13789470,coral:16744272,cornflowerblue:6591981,cornsilk:16775388,crimson:14423100,cyan:65535,darkblue:139,darkcyan:35723,darkgoldenrod:12092939,
darkgray:11119017,darkgreen:25600,darkgrey:11119017,darkkhaki:12433259,darkmagenta:9109643,darkolivegreen:5597999,darkorange:16747520,darkorchid:10040012,darkred:9109504,darksalmon:15308410,darkseagreen:9419919,
darkslateblue:4734347,darkslategray:3100495,darkslategrey:3100495,darkturquoise:52945,darkviolet:9699539,deeppink:16716947,deepskyblue:49151,dimgray:6908265,dimgrey:6908265,dodgerblue:2003199,firebrick:11674146,
floralwhite:16775920,forestgreen:2263842,fuchsia:16711935,gainsboro:14474460,ghostwhite:16316671,gold:16766720,goldenrod:14329120,gray:8421504,green:32768,greenyellow:11403055,grey:8421504,honeydew:15794160,
hotpink:16738740,indianred:13458524,indigo:4915330,ivory:16777200,khaki:15787660,lavender:15132410,lavenderblush:16773365,lawngreen:8190976,lemonchiffon:16775885,lightblue:11393254,lightcoral:15761536,
lightcyan:14745599,lightgoldenrodyellow:16448210,lightgray:13882323,lightgreen:9498256,lightgrey:13882323,lightpink:16758465,lightsalmon:16752762,lightseagreen:2142890,lightskyblue:8900346,lightslategray:7833753,
lightslategrey:7833753,lightsteelblue:11584734,lightyellow:16777184,lime:65280,limegreen:3329330,linen:16445670,magenta:16711935,maroon:8388608,mediumaquamarine:6737322,mediumblue:205,mediumorchid:12211667,
mediumpurple:9662683,mediumseagreen:3978097,mediumslateblue:8087790,mediumspringgreen:64154,mediumturquoise:4772300,mediumvioletred:13047173,midnightblue:1644912,mintcream:16121850,mistyrose:16770273,
moccasin:16770229,navajowhite:16768685,navy:128,oldlace:16643558,olive:8421376,olivedrab:7048739,orange:16753920,orangered:16729344,orchid:14315734,palegoldenrod:15657130,palegreen:10025880,paleturquoise:11529966,
palevioletred:14381203,papayawhip:16773077,peachpuff:16767673,peru:13468991,pink:16761035,plum:14524637,powderblue:11591910,purple:8388736,rebeccapurple:6697881,red:16711680,rosybrown:12357519,royalblue:4286945,
saddlebrown:9127187,salmon:16416882,sandybrown:16032864,seagreen:3050327,seashell:16774638,sienna:10506797,silver:12632256,skyblue:8900331,slateblue:6970061,slategray:7372944,slategrey:7372944,snow:16775930,
springgreen:65407,steelblue:4620980,tan:13808780,teal:32896,thistle:14204888,tomato:16737095,turquoise:4251856,violet:15631086,wheat:16113331,white:16777215,whitesmoke:16119285,yellow:16776960,yellowgreen:10145074};
ht(tt,at,{copy(t){return Object.assign(new this.constructor,this,t)},displayable(){return this.rgb().displayable()},hex:Zn,formatHex:Zn,formatHex8:Gi,formatHsl:Ui,formatRgb:Wn,toString:Wn});function Zn(){
return this.rgb().formatHex()}function Gi(){return this.rgb().formatHex8()}function Ui(){return ue(this).formatHsl()}function Wn(){return this.rgb().formatRgb()}function at(t){var n,e;return t=(t+"").
trim().toLowerCase(),(n=Bi.exec(t))?(e=n[1].length,n=parseInt(n[1],16),e===6?Jn(n):e===3?new E(n>>8&15|n>>4&240,n>>4&15|n&240,(n&15)<<4|n&15,1):e===8?$t(n>>24&255,n>>16&255,n>>8&255,(n&255)/255):e===4?
$t(n>>12&15|n>>8&240,n>>8&15|n>>4&240,n>>4&15|n&240,((n&15)<<4|n&15)/255):null):(n=Xi.exec(t))?new E(n[1],n[2],n[3],1):(n=Hi.exec(t))?new E(n[1]*255/100,n[2]*255/100,n[3]*255/100,1):(n=Fi.exec(t))?$t(
n[1],n[2],n[3],n[4]):(n=Li.exec(t))?$t(n[1]*255/100,n[2]*255/100,n[3]*255/100,n[4]):(n=Vi.exec(t))?ne(n[1],n[2]/100,n[3]/100,1):(n=Yi.exec(t))?ne(n[1],n[2]/100,n[3]/100,n[4]):Qn.hasOwnProperty(t)?Jn(Qn[t]):
t==="transparent"?new E(NaN,NaN,NaN,0):null}function Jn(t){return new E(t>>16&255,t>>8&255,t&255,1)}function $t(t,n,e,r){return r<=0&&(t=n=e=NaN),new E(t,n,e,r)}function gn(t){return t instanceof tt||
(t=at(t)),t?(t=t.rgb(),new E(t.r,t.g,t.b,t.opacity)):new E}function wt(t,n,e,r){return arguments.length===1?gn(t):new E(t,n,e,r??1)}function E(t,n,e,r){this.r=+t,this.g=+n,this.b=+e,this.opacity=+r}ht(
E,wt,_t(tt,{brighter(t){return t=t==null?ft:Math.pow(ft,t),new E(this.r*t,this.g*t,this.b*t,this.opacity)},darker(t){return t=t==null?ut:Math.pow(ut,t),new E(this.r*t,this.g*t,this.b*t,this.opacity)},
rgb(){return this},clamp(){return new E(it(this.r),it(this.g),it(this.b),Dt(this.opacity))},displayable(){return-.5<=this.r&&this.r<255.5&&-.5<=this.g&&this.g<255.5&&-.5<=this.b&&this.b<255.5&&0<=this.
opacity&&this.opacity<=1},hex:jn,formatHex:jn,formatHex8:Ki,formatRgb:te,toString:te}));function jn(){return`#${rt(this.r)}${rt(this.g)}${rt(this.b)}`}function Ki(){return`#${rt(this.r)}${rt(this.g)}${rt(
this.b)}${rt((isNaN(this.opacity)?1:this.opacity)*255)}`}function te(){let t=Dt(this.opacity);return`${t===1?"rgb(":"rgba("}${it(this.r)}, ${it(this.g)}, ${it(this.b)}${t===1?")":`, ${t})`}`}function Dt(t){
return isNaN(t)?1:Math.max(0,Math.min(1,t))}function it(t){return Math.max(0,Math.min(255,Math.round(t)||0))}function rt(t){return t=it(t),(t<16?"0":"")+t.toString(16)}function ne(t,n,e,r){return r<=0?
t=n=e=NaN:e<=0||e>=1?t=n=NaN:n<=0&&(t=NaN),new P(t,n,e,r)}function ue(t){if(t instanceof P)return new P(t.h,t.s,t.l,t.opacity);if(t instanceof tt||(t=at(t)),!t)return new P;if(t instanceof P)return t;
t=t.rgb();var n=t.r/255,e=t.g/255,r=t.b/255,i=Math.min(n,e,r),o=Math.max(n,e,r),u=NaN,a=o-i,s=(o+i)/2;return a?(n===o?u=(e-r)/a+(e<r)*6:e===o?u=(r-n)/a+2:u=(n-e)/a+4,a/=s<.5?o+i:2-o-i,u*=60):a=s>0&&s<
1?0:u,new P(u,a,s,t.opacity)}function Pt(t,n,e,r){return arguments.length===1?ue(t):new P(t,n,e,r??1)}function P(t,n,e,r){this.h=+t,this.s=+n,this.l=+e,this.opacity=+r}ht(P,Pt,_t(tt,{brighter(t){return t=
t==null?ft:Math.pow(ft,t),new P(this.h,this.s,this.l*t,this.opacity)},darker(t){return t=t==null?ut:Math.pow(ut,t),new P(this.h,this.s,this.l*t,this.opacity)},rgb(){var t=this.h%360+(this.h<0)*360,n=isNaN(
t)||isNaN(this.s)?0:this.s,e=this.l,r=e+(e<.5?e:1-e)*n,i=2*e-r;return new E(cn(t>=240?t-240:t+120,i,r),cn(t,i,r),cn(t<120?t+240:t-120,i,r),this.opacity)},clamp(){return new P(ee(this.h),Rt(this.s),Rt(
this.l),Dt(this.opacity))},displayable(){return(0<=this.s&&this.s<=1||isNaN(this.s))&&0<=this.l&&this.l<=1&&0<=this.opacity&&this.opacity<=1},formatHsl(){let t=Dt(this.opacity);return`${t===1?"hsl(":"\
hsla("}${ee(this.h)}, ${Rt(this.s)*100}%, ${Rt(this.l)*100}%${t===1?")":`, ${t})`}`}}));function ee(t){return t=(t||0)%360,t<0?t+360:t}function Rt(t){return Math.max(0,Math.min(1,t||0))}function cn(t,n,e){
return(t<60?n+(e-n)*t/60:t<180?e:t<240?n+(e-n)*(240-t)/60:n)*255}var ae=Math.PI/180,se=180/Math.PI,qt=18,ce=.96422,le=1,fe=.82521,he=4/29,lt=6/29,pe=3*lt*lt,Qi=lt*lt*lt;function ge(t){if(t instanceof L)
return new L(t.l,t.a,t.b,t.opacity);if(t instanceof K)return de(t);t instanceof E||(t=gn(t));var n=pn(t.r),e=pn(t.g),r=pn(t.b),i=ln((.2225045*n+.7168786*e+.0606169*r)/le),o,u;return n===e&&e===r?o=u=i:
(o=ln((.4360747*n+.3850649*e+.1430804*r)/ce),u=ln((.0139322*n+.0971045*e+.7141733*r)/fe)),new L(116*i-16,500*(o-i),200*(i-u),t.opacity)}function me(t,n,e,r){return arguments.length===1?ge(t):new L(t,n,e,r??1)}function L(t,n,e,r){this.l=+t,this.a=+n,this.b=+e,this.opacity=+r}ht(L,me,_t(tt,{brighter(t){return new L(this.l+qt*(t??1),this.
a,this.b,this.opacity)},darker(t){return new L(this.l-qt*(t??1),this.a,this.b,this.opacity)},rgb(){var t=(this.l+16)/116,n=isNaN(this.a)?t:t+this.a/500,e=isNaN(this.b)?t:t-this.b/200;return n=ce*fn(n),
t=le*fn(t),e=fe*fn(e),new E(hn(3.1338561*n-1.6168667*t-.4906146*e),hn(-.9787684*n+1.9161415*t+.033454*e),hn(.0719453*n-.2289914*t+1.4052427*e),this.opacity)}}));function ln(t){return t>Qi?Math.pow(t,1/
3):t/pe+he}function fn(t){return t>lt?t*t*t:pe*(t-he)}function hn(t){return 255*(t<=.0031308?12.92*t:1.055*Math.pow(t,1/2.4)-.055)}function pn(t){return(t/=255)<=.04045?t/12.92:Math.pow((t+.055)/1.055,
2.4)}function Zi(t){if(t instanceof K)return new K(t.h,t.c,t.l,t.opacity);if(t instanceof L||(t=ge(t)),t.a===0&&t.b===0)return new K(NaN,0<t.l&&t.l<100?0:NaN,t.l,t.opacity);var n=Math.atan2(t.b,t.a)*se;
return new K(n<0?n+360:n,Math.sqrt(t.a*t.a+t.b*t.b),t.l,t.opacity)}function Bt(t,n,e,r){return arguments.length===1?Zi(t):new K(t,n,e,r??1)}function K(t,n,e,r){this.h=+t,this.c=+n,this.l=+e,this.opacity=+r}function de(t){if(isNaN(t.h))return new L(t.l,0,0,t.opacity);
var n=t.h*ae;return new L(t.l,Math.cos(n)*t.c,Math.sin(n)*t.c,t.opacity)}ht(K,Bt,_t(tt,{brighter(t){return new K(this.h,this.c,this.l+qt*(t??1),this.opacity)},darker(t){return new K(this.h,this.c,this.
l-qt*(t??1),this.opacity)},rgb(){return de(this).rgb()}}));var ye=-.14861,mn=1.78277,dn=-.29227,Xt=-.90649,vt=1.97294,re=vt*Xt,ie=vt*mn,oe=mn*dn-Xt*ye;function Wi(t){if(t instanceof ot)return new ot(t.
h,t.s,t.l,t.opacity);t instanceof E||(t=gn(t));var n=t.r/255,e=t.g/255,r=t.b/255,i=(oe*r+re*n-ie*e)/(oe+re-ie),o=r-i,u=(vt*(e-i)-dn*o)/Xt,a=Math.sqrt(u*u+o*o)/(vt*i*(1-i)),s=a?Math.atan2(u,o)*se-120:NaN;
return new ot(s<0?s+360:s,a,i,t.opacity)}function Ht(t,n,e,r){return arguments.length===1?Wi(t):new ot(t,n,e,r??1)}function ot(t,n,e,r){this.h=+t,this.s=+n,this.l=+e,this.opacity=+r}ht(ot,Ht,_t(tt,{brighter(t){
return t=t==null?ft:Math.pow(ft,t),new ot(this.h,this.s,this.l*t,this.opacity)},darker(t){return t=t==null?ut:Math.pow(ut,t),new ot(this.h,this.s,this.l*t,this.opacity)},rgb(){var t=isNaN(this.h)?0:(this.
h+120)*ae,n=+this.l,e=isNaN(this.s)?0:this.s*n*(1-n),r=Math.cos(t),i=Math.sin(t);return new E(255*(n+e*(ye*r+mn*i)),255*(n+e*(dn*r+Xt*i)),255*(n+e*(vt*r)),this.opacity)}}));function we(t,n,e,r,i){var o=t*t,u=o*t;return((1-3*t+3*o-u)*n+(4-6*o+3*u)*e+(1+3*t+3*o-3*u)*r+u*i)/6}function Ji(t){var n=t.length-1;return function(e){var r=e<=0?e=0:e>=1?(e=1,n-1):Math.floor(e*n),i=t[r],
o=t[r+1],u=r>0?t[r-1]:2*i-o,a=r<n-1?t[r+2]:2*o-i;return we((e-r/n)*n,u,i,o,a)}}function ji(t){var n=t.length;return function(e){var r=Math.floor(((e%=1)<0?++e:e)*n),i=t[(r+n-1)%n],o=t[r%n],u=t[(r+1)%n],
a=t[(r+2)%n];return we((e-r/n)*n,i,o,u,a)}}var wn=t=>()=>t;function xe(t,n){return function(e){return t+e*n}}function to(t,n,e){return t=Math.pow(t,e),n=Math.pow(n,e)-t,e=1/e,function(r){return Math.pow(
t+r*n,e)}}function xn(t,n){var e=n-t;return e?xe(t,e>180||e<-180?e-360*Math.round(e/360):e):wn(isNaN(t)?n:t)}function no(t){return(t=+t)==1?z:function(n,e){return e-n?to(n,e,t):wn(isNaN(n)?e:n)}}function z(t,n){
var e=n-t;return e?xe(t,e):wn(isNaN(t)?n:t)}var bn=(function t(n){var e=no(n);function r(i,o){var u=e((i=wt(i)).r,(o=wt(o)).r),a=e(i.g,o.g),s=e(i.b,o.b),c=z(i.opacity,o.opacity);return function(f){return i.
r=u(f),i.g=a(f),i.b=s(f),i.opacity=c(f),i+""}}return r.gamma=t,r})(1);function be(t){return function(n){var e=n.length,r=new Array(e),i=new Array(e),o=new Array(e),u,a;for(u=0;u<e;++u)a=wt(n[u]),r[u]=
a.r||0,i[u]=a.g||0,o[u]=a.b||0;return r=t(r),i=t(i),o=t(o),a.opacity=1,function(s){return a.r=r(s),a.g=i(s),a.b=o(s),a+""}}}var qu=be(Ji),Pu=be(ji);function Q(t,n){return t=+t,n=+n,function(e){return t*(1-e)+n*e}}var vn=/[-+]?(?:\d+\.?\d*|\.?\d+)(?:[eE][-+]?\d+)?/g,yn=new RegExp(vn.source,"g");function eo(t){return function(){return t}}function ro(t){return function(n){return t(n)+""}}function Me(t,n){var e=vn.
lastIndex=yn.lastIndex=0,r,i,o,u=-1,a=[],s=[];for(t=t+"",n=n+"";(r=vn.exec(t))&&(i=yn.exec(n));)(o=i.index)>e&&(o=n.slice(e,o),a[u]?a[u]+=o:a[++u]=o),(r=r[0])===(i=i[0])?a[u]?a[u]+=i:a[++u]=i:(a[++u]=
null,s.push({i:u,x:Q(r,i)})),e=yn.lastIndex;return e<n.length&&(o=n.slice(e),a[u]?a[u]+=o:a[++u]=o),a.length<2?s[0]?ro(s[0].x):eo(n):(n=s.length,function(c){for(var f=0,p;f<n;++f)a[(p=s[f]).i]=p.x(c);
return a.join("")})}var ve=180/Math.PI,_n={translateX:0,translateY:0,rotate:0,skewX:0,scaleX:1,scaleY:1};function Ne(t,n,e,r,i,o){var u,a,s;return(u=Math.sqrt(t*t+n*n))&&(t/=u,n/=u),(s=t*e+n*r)&&(e-=t*s,r-=n*s),(a=Math.sqrt(
e*e+r*r))&&(e/=a,r/=a,s/=a),t*r<n*e&&(t=-t,n=-n,s=-s,u=-u),{translateX:i,translateY:o,rotate:Math.atan2(n,t)*ve,skewX:Math.atan(s)*ve,scaleX:u,scaleY:a}}var Ft;function io(t){let n=new(typeof DOMMatrix==
"function"?DOMMatrix:WebKitCSSMatrix)(t+"");return n.isIdentity?_n:Ne(n.a,n.b,n.c,n.d,n.e,n.f)}function oo(t){return t==null||(Ft||(Ft=document.createElementNS("http://www.w3.org/2000/svg","g")),Ft.setAttribute(
"transform",t),!(t=Ft.transform.baseVal.consolidate()))?_n:(t=t.matrix,Ne(t.a,t.b,t.c,t.d,t.e,t.f))}function Ae(t,n,e,r){function i(c){return c.length?c.pop()+" ":""}function o(c,f,p,g,m,b){if(c!==p||
f!==g){var N=m.push("translate(",null,n,null,e);b.push({i:N-4,x:Q(c,p)},{i:N-2,x:Q(f,g)})}else(p||g)&&m.push("translate("+p+n+g+e)}function u(c,f,p,g){c!==f?(c-f>180?f+=360:f-c>180&&(c+=360),g.push({i:p.
push(i(p)+"rotate(",null,r)-2,x:Q(c,f)})):f&&p.push(i(p)+"rotate("+f+r)}function a(c,f,p,g){c!==f?g.push({i:p.push(i(p)+"skewX(",null,r)-2,x:Q(c,f)}):f&&p.push(i(p)+"skewX("+f+r)}function s(c,f,p,g,m,b){
if(c!==p||f!==g){var N=m.push(i(m)+"scale(",null,",",null,")");b.push({i:N-4,x:Q(c,p)},{i:N-2,x:Q(f,g)})}else(p!==1||g!==1)&&m.push(i(m)+"scale("+p+","+g+")")}return function(c,f){var p=[],g=[];return c=
t(c),f=t(f),o(c.translateX,c.translateY,f.translateX,f.translateY,p,g),u(c.rotate,f.rotate,p,g),a(c.skewX,f.skewX,p,g),s(c.scaleX,c.scaleY,f.scaleX,f.scaleY,p,g),c=f=null,function(m){for(var b=-1,N=g.
length,k;++b<N;)p[(k=g[b]).i]=k.x(m);return p.join("")}}}var Ee=Ae(io,"px, ","px)","deg)"),Ie=Ae(oo,", ",")",")"),uo=1e-12;function _e(t){return((t=Math.exp(t))+1/t)/2}function ao(t){return((t=Math.exp(
t))-1/t)/2}function so(t){return((t=Math.exp(2*t))-1)/(t+1)}var ke=(function t(n,e,r){function i(o,u){var a=o[0],s=o[1],c=o[2],f=u[0],p=u[1],g=u[2],m=f-a,b=p-s,N=m*m+b*b,k,v;if(N<uo)v=Math.log(g/c)/n,
k=function(j){return[a+j*m,s+j*b,c*Math.exp(n*j*v)]};else{var T=Math.sqrt(N),S=(g*g-c*c+r*N)/(2*c*e*T),X=(g*g-c*c-r*N)/(2*g*e*T),O=Math.log(Math.sqrt(S*S+1)-S),$=Math.log(Math.sqrt(X*X+1)-X);v=($-O)/n,
k=function(j){var kt=j*v,Tt=_e(O),St=c/(e*T)*(Tt*so(n*kt+O)-ao(O));return[a+St*m,s+St*b,c*Tt/_e(n*kt+O)]}}return k.duration=Math.abs(v)*1e3*n/Math.SQRT2,k}return i.rho=function(o){var u=Math.max(.001,
+o),a=u*u,s=a*a;return t(u,a,s)},i})(Math.SQRT2,2,4);function Te(t){return function(n,e){var r=t((n=Pt(n)).h,(e=Pt(e)).h),i=z(n.s,e.s),o=z(n.l,e.l),u=z(n.opacity,e.opacity);return function(a){return n.
h=r(a),n.s=i(a),n.l=o(a),n.opacity=u(a),n+""}}}var Bu=Te(xn),Xu=Te(z);function Se(t){return function(n,e){var r=t((n=Bt(n)).h,(e=Bt(e)).h),i=z(n.c,e.c),o=z(n.l,e.l),u=z(n.opacity,e.opacity);return function(a){return n.h=r(a),n.c=i(a),n.l=o(a),n.opacity=u(a),n+""}}}var Hu=Se(
xn),Fu=Se(z);function ze(t){return(function n(e){e=+e;function r(i,o){var u=t((i=Ht(i)).h,(o=Ht(o)).h),a=z(i.s,o.s),s=z(i.l,o.l),c=z(i.opacity,o.opacity);return function(f){return i.h=u(f),i.s=a(f),i.
l=s(Math.pow(f,e)),i.opacity=c(f),i+""}}return r.gamma=n,r})(1)}var Lu=ze(xn),Vu=ze(z);var pt=0,bt=0,xt=0,Oe=1e3,Lt,Mt,Vt=0,st=0,Gt=0,Nt=typeof performance=="object"&&performance.now?performance:Date,$e=typeof window=="object"&&window.requestAnimationFrame?window.requestAnimationFrame.bind(
window):function(t){setTimeout(t,17)};function Ut(){return st||($e(co),st=Nt.now()+Gt)}function co(){st=0}function Yt(){this._call=this._time=this._next=null}Yt.prototype=Nn.prototype={constructor:Yt,
restart:function(t,n,e){if(typeof t!="function")throw new TypeError("callback is not a function");e=(e==null?Ut():+e)+(n==null?0:+n),!this._next&&Mt!==this&&(Mt?Mt._next=this:Lt=this,Mt=this),this._call=
t,this._time=e,Mn()},stop:function(){this._call&&(this._call=null,this._time=1/0,Mn())}};function Nn(t,n,e){var r=new Yt;return r.restart(t,n,e),r}function lo(){Ut(),++pt;for(var t=Lt,n;t;)(n=st-t._time)>=
0&&t._call.call(void 0,n),t=t._next;--pt}function Ce(){st=(Vt=Nt.now())+Gt,pt=bt=0;try{lo()}finally{pt=0,ho(),st=0}}function fo(){var t=Nt.now(),n=t-Vt;n>Oe&&(Gt-=n,Vt=t)}function ho(){for(var t,n=Lt,
e,r=1/0;n;)n._call?(r>n._time&&(r=n._time),t=n,n=n._next):(e=n._next,n._next=null,n=t?t._next=e:Lt=e);Mt=t,Mn(r)}function Mn(t){if(!pt){bt&&(bt=clearTimeout(bt));var n=t-st;n>24?(t<1/0&&(bt=setTimeout(
Ce,Math.ceil(t-Nt.now()-Gt)+1)),xt&&(xt=clearInterval(xt))):(xt||(Vt=Nt.now(),xt=setInterval(fo,Oe)),pt=1,$e(Ce))}}function An(t,n,e){var r=new Yt;return n=n==null?0:+n,r.restart(i=>{r.stop(),t(i+n)},
n,e),r}function De(t){return((t*=2)<=1?t*t*t:(t-=2)*t*t+2)/2}var En=3,Uu=(function t(n){n=+n;function e(r){return Math.pow(r,n)}return e.exponent=t,e})(En),Ku=(function t(n){n=+n;function e(r){return 1-Math.
pow(1-r,n)}return e.exponent=t,e})(En),Qu=(function t(n){n=+n;function e(r){return((r*=2)<=1?Math.pow(r,n):2-Math.pow(2-r,n))/2}return e.exponent=t,e})(En),po=Math.PI,Zu=po/2;function Kt(t){return(Math.pow(2,-10*t)-.0009765625)*1.0009775171065494}var Re=4/11,Wu=6/11,Ju=8/11,ju=3/4,ta=9/11,na=10/11,ea=15/16,ra=21/22,ia=63/64,oa=1/Re/Re;var In=1.70158,ua=(function t(n){n=+n;function e(r){return(r=+r)*r*(n*(r-1)+r)}return e.overshoot=t,e})(In),aa=(function t(n){n=+n;function e(r){return--r*r*((r+1)*n+r)+1}return e.overshoot=t,e})(In),
sa=(function t(n){n=+n;function e(r){return((r*=2)<1?r*r*((n+1)*r-n):(r-=2)*r*((n+1)*r+n)+2)/2}return e.overshoot=t,e})(In),gt=2*Math.PI,kn=1,Tn=.3,ca=(function t(n,e){var r=Math.asin(1/(n=Math.max(1,
n)))*(e/=gt);function i(o){return n*Kt(- --o)*Math.sin((r-o)/e)}return i.amplitude=function(o){return t(o,e*gt)},i.period=function(o){return t(n,o)},i})(kn,Tn),la=(function t(n,e){var r=Math.asin(1/(n=
Math.max(1,n)))*(e/=gt);function i(o){return 1-n*Kt(o=+o)*Math.sin((o+r)/e)}return i.amplitude=function(o){return t(o,e*gt)},i.period=function(o){return t(n,o)},i})(kn,Tn),fa=(function t(n,e){var r=Math.
asin(1/(n=Math.max(1,n)))*(e/=gt);function i(o){return((o=o*2-1)<0?n*Kt(-o)*Math.sin((r-o)/e):2-n*Kt(o)*Math.sin((r+o)/e))/2}return i.amplitude=function(o){return t(o,e*gt)},i.period=function(o){return t(
n,o)},i})(kn,Tn);var go=dt("start","end","cancel","interrupt"),mo=[],Be=0,qe=1,Sn=2,Qt=3,Pe=4,zn=5,Zt=6;function Wt(t,n,e,r,i,o){var u=t.__transition;if(!u)t.__transition={};else if(e in u)return;yo(t,e,{name:n,index:r,
group:i,on:go,tween:mo,time:o.time,delay:o.delay,duration:o.duration,ease:o.ease,timer:null,state:Be})}function Cn(t,n){var e=B(t,n);if(e.state>Be)throw new Error("too late; already scheduled");return e}
function V(t,n){var e=B(t,n);if(e.state>Qt)throw new Error("too late; already running");return e}function B(t,n){var e=t.__transition;if(!e||!(e=e[n]))throw new Error("transition not found");return e}
function yo(t,n,e){var r=t.__transition,i;r[n]=e,e.timer=Nn(o,0,e.time);function o(c){e.state=qe,e.timer.restart(u,e.delay,e.time),e.delay<=c&&u(c-e.delay)}function u(c){var f,p,g,m;if(e.state!==qe)return s();
for(f in r)if(m=r[f],m.name===e.name){if(m.state===Qt)return An(u);m.state===Pe?(m.state=Zt,m.timer.stop(),m.on.call("interrupt",t,t.__data__,m.index,m.group),delete r[f]):+f<n&&(m.state=Zt,m.timer.stop(),
m.on.call("cancel",t,t.__data__,m.index,m.group),delete r[f])}if(An(function(){e.state===Qt&&(e.state=Pe,e.timer.restart(a,e.delay,e.time),a(c))}),e.state=Sn,e.on.call("start",t,t.__data__,e.index,e.group),
e.state===Sn){for(e.state=Qt,i=new Array(g=e.tween.length),f=0,p=-1;f<g;++f)(m=e.tween[f].value.call(t,t.__data__,e.index,e.group))&&(i[++p]=m);i.length=p+1}}function a(c){for(var f=c<e.duration?e.ease.
call(null,c/e.duration):(e.timer.restart(s),e.state=zn,1),p=-1,g=i.length;++p<g;)i[p].call(t,f);e.state===zn&&(e.on.call("end",t,t.__data__,e.index,e.group),s())}function s(){e.state=Zt,e.timer.stop(),
delete r[n];for(var c in r)return;delete t.__transition}}function At(t,n){var e=t.__transition,r,i,o=!0,u;if(e){n=n==null?null:n+"";for(u in e){if((r=e[u]).name!==n){o=!1;continue}i=r.state>Sn&&r.state<
zn,r.state=Zt,r.timer.stop(),r.on.call(i?"interrupt":"cancel",t,t.__data__,r.index,r.group),delete e[u]}o&&delete t.__transition}}function vo(t){return this.each(function(){At(this,t)})}function _o(t,n){
var e,r;return function(){var i=V(this,t),o=i.tween;if(o!==e){r=e=o;for(var u=0,a=r.length;u<a;++u)if(r[u].name===n){r=r.slice(),r.splice(u,1);break}}i.tween=r}}function wo(t,n,e){var r,i;if(typeof e!=
"function")throw new Error;return function(){var o=V(this,t),u=o.tween;if(u!==r){i=(r=u).slice();for(var a={name:n,value:e},s=0,c=i.length;s<c;++s)if(i[s].name===n){i[s]=a;break}s===c&&i.push(a)}o.tween=
i}}function xo(t,n){var e=this._id;if(t+="",arguments.length<2){for(var r=B(this.node(),e).tween,i=0,o=r.length,u;i<o;++i)if((u=r[i]).name===t)return u.value;return null}return this.each((n==null?_o:wo)(
e,t,n))}function On(t,n,e){var r=t._id;return t.each(function(){var i=V(this,r);(i.value||(i.value={}))[n]=e.apply(this,arguments)}),function(i){return B(i,r).value[n]}}function Xe(t,n){var e;return(typeof n==
"number"?Q:n instanceof at?bn:(e=at(n))?(n=e,bn):Me)(t,n)}function bo(t){return function(){this.removeAttribute(t)}}function Mo(t){return function(){this.removeAttributeNS(t.space,t.local)}}function No(t,n,e){
var r,i=e+"",o;return function(){var u=this.getAttribute(t);return u===i?null:u===r?o:o=n(r=u,e)}}function Ao(t,n,e){var r,i=e+"",o;return function(){var u=this.getAttributeNS(t.space,t.local);return u===
i?null:u===r?o:o=n(r=u,e)}}function Eo(t,n,e){var r,i,o;return function(){var u,a=e(this),s;return a==null?void this.removeAttribute(t):(u=this.getAttribute(t),s=a+"",u===s?null:u===r&&s===i?o:(i=s,o=
n(r=u,a)))}}function Io(t,n,e){var r,i,o;return function(){var u,a=e(this),s;return a==null?void this.removeAttributeNS(t.space,t.local):(u=this.getAttributeNS(t.space,t.local),s=a+"",u===s?null:u===r&&
s===i?o:(i=s,o=n(r=u,a)))}}function ko(t,n){var e=mt(t),r=e==="transform"?Ie:Xe;return this.attrTween(t,typeof n=="function"?(e.local?Io:Eo)(e,r,On(this,"attr."+t,n)):n==null?(e.local?Mo:bo)(e):(e.local?
Ao:No)(e,r,n))}function To(t,n){return function(e){this.setAttribute(t,n.call(this,e))}}function So(t,n){return function(e){this.setAttributeNS(t.space,t.local,n.call(this,e))}}function zo(t,n){var e,
r;function i(){var o=n.apply(this,arguments);return o!==r&&(e=(r=o)&&So(t,o)),e}return i._value=n,i}function Co(t,n){var e,r;function i(){var o=n.apply(this,arguments);return o!==r&&(e=(r=o)&&To(t,o)),
e}return i._value=n,i}function Oo(t,n){var e="attr."+t;if(arguments.length<2)return(e=this.tween(e))&&e._value;if(n==null)return this.tween(e,null);if(typeof n!="function")throw new Error;var r=mt(t);
return this.tween(e,(r.local?zo:Co)(r,n))}function $o(t,n){return function(){Cn(this,t).delay=+n.apply(this,arguments)}}function Ro(t,n){return n=+n,function(){Cn(this,t).delay=n}}function Do(t){var n=this.
_id;return arguments.length?this.each((typeof t=="function"?$o:Ro)(n,t)):B(this.node(),n).delay}function qo(t,n){return function(){V(this,t).duration=+n.apply(this,arguments)}}function Po(t,n){return n=
+n,function(){V(this,t).duration=n}}function Bo(t){var n=this._id;return arguments.length?this.each((typeof t=="function"?qo:Po)(n,t)):B(this.node(),n).duration}function Xo(t,n){if(typeof n!="function")
throw new Error;return function(){V(this,t).ease=n}}function Ho(t){var n=this._id;return arguments.length?this.each(Xo(n,t)):B(this.node(),n).ease}function Fo(t,n){return function(){var e=n.apply(this,
arguments);if(typeof e!="function")throw new Error;V(this,t).ease=e}}function Lo(t){if(typeof t!="function")throw new Error;return this.each(Fo(this._id,t))}function Vo(t){typeof t!="function"&&(t=on(
t));for(var n=this._groups,e=n.length,r=new Array(e),i=0;i<e;++i)for(var o=n[i],u=o.length,a=r[i]=[],s,c=0;c<u;++c)(s=o[c])&&t.call(s,s.__data__,c,o)&&a.push(s);return new W(r,this._parents,this._name,
this._id)}function Yo(t){if(t._id!==this._id)throw new Error;for(var n=this._groups,e=t._groups,r=n.length,i=e.length,o=Math.min(r,i),u=new Array(r),a=0;a<o;++a)for(var s=n[a],c=e[a],f=s.length,p=u[a]=
new Array(f),g,m=0;m<f;++m)(g=s[m]||c[m])&&(p[m]=g);for(;a<r;++a)u[a]=n[a];return new W(u,this._parents,this._name,this._id)}function Go(t){return(t+"").trim().split(/^|\s+/).every(function(n){var e=n.
indexOf(".");return e>=0&&(n=n.slice(0,e)),!n||n==="start"})}function Uo(t,n,e){var r,i,o=Go(n)?Cn:V;return function(){var u=o(this,t),a=u.on;a!==r&&(i=(r=a).copy()).on(n,e),u.on=i}}function Ko(t,n){var e=this.
_id;return arguments.length<2?B(this.node(),e).on.on(t):this.each(Uo(e,t,n))}function Qo(t){return function(){var n=this.parentNode;for(var e in this.__transition)if(+e!==t)return;n&&n.removeChild(this)}}
function Zo(){return this.on("end.remove",Qo(this._id))}function Wo(t){var n=this._name,e=this._id;typeof t!="function"&&(t=Ct(t));for(var r=this._groups,i=r.length,o=new Array(i),u=0;u<i;++u)for(var a=r[u],
s=a.length,c=o[u]=new Array(s),f,p,g=0;g<s;++g)(f=a[g])&&(p=t.call(f,f.__data__,g,a))&&("__data__"in f&&(p.__data__=f.__data__),c[g]=p,Wt(c[g],n,e,g,c,B(f,e)));return new W(o,this._parents,n,e)}function Jo(t){
var n=this._name,e=this._id;typeof t!="function"&&(t=rn(t));for(var r=this._groups,i=r.length,o=[],u=[],a=0;a<i;++a)for(var s=r[a],c=s.length,f,p=0;p<c;++p)if(f=s[p]){for(var g=t.call(f,f.__data__,p,s),
m,b=B(f,e),N=0,k=g.length;N<k;++N)(m=g[N])&&Wt(m,n,e,N,g,b);o.push(g),u.push(f)}return new W(o,u,n,e)}var jo=et.prototype.constructor;function tu(){return new jo(this._groups,this._parents)}function nu(t,n){
var e,r,i;return function(){var o=nt(this,t),u=(this.style.removeProperty(t),nt(this,t));return o===u?null:o===e&&u===r?i:i=n(e=o,r=u)}}function He(t){return function(){this.style.removeProperty(t)}}function eu(t,n,e){
var r,i=e+"",o;return function(){var u=nt(this,t);return u===i?null:u===r?o:o=n(r=u,e)}}function ru(t,n,e){var r,i,o;return function(){var u=nt(this,t),a=e(this),s=a+"";return a==null&&(s=a=(this.style.
removeProperty(t),nt(this,t))),u===s?null:u===r&&s===i?o:(i=s,o=n(r=u,a))}}function iu(t,n){var e,r,i,o="style."+n,u="end."+o,a;return function(){var s=V(this,t),c=s.on,f=s.value[o]==null?a||(a=He(n)):
void 0;(c!==e||i!==f)&&(r=(e=c).copy()).on(u,i=f),s.on=r}}function ou(t,n,e){var r=(t+="")=="transform"?Ee:Xe;return n==null?this.styleTween(t,nu(t,r)).on("end.style."+t,He(t)):typeof n=="function"?this.
styleTween(t,ru(t,r,On(this,"style."+t,n))).each(iu(this._id,t)):this.styleTween(t,eu(t,r,n),e).on("end.style."+t,null)}function uu(t,n,e){return function(r){this.style.setProperty(t,n.call(this,r),e)}}
function au(t,n,e){var r,i;function o(){var u=n.apply(this,arguments);return u!==i&&(r=(i=u)&&uu(t,u,e)),r}return o._value=n,o}function su(t,n,e){var r="style."+(t+="");if(arguments.length<2)return(r=
this.tween(r))&&r._value;if(n==null)return this.tween(r,null);if(typeof n!="function")throw new Error;return this.tween(r,au(t,n,e??""))}function cu(t){return function(){this.textContent=t}}function lu(t){
return function(){var n=t(this);this.textContent=n??""}}function fu(t){return this.tween("text",typeof t=="function"?lu(On(this,"text",t)):cu(t==null?"":t+""))}function hu(t){return function(n){this.textContent=
t.call(this,n)}}function pu(t){var n,e;function r(){var i=t.apply(this,arguments);return i!==e&&(n=(e=i)&&hu(i)),n}return r._value=t,r}function gu(t){var n="text";if(arguments.length<1)return(n=this.tween(
n))&&n._value;if(t==null)return this.tween(n,null);if(typeof t!="function")throw new Error;return this.tween(n,pu(t))}function mu(){for(var t=this._name,n=this._id,e=Fe(),r=this._groups,i=r.length,o=0;o<
i;++o)for(var u=r[o],a=u.length,s,c=0;c<a;++c)if(s=u[c]){var f=B(s,n);Wt(s,t,e,c,u,{time:f.time+f.delay+f.duration,delay:0,duration:f.duration,ease:f.ease})}return new W(r,this._parents,t,e)}function du(){
var t,n,e=this,r=e._id,i=e.size();return new Promise(function(o,u){var a={value:u},s={value:function(){--i===0&&o()}};e.each(function(){var c=V(this,r),f=c.on;f!==t&&(n=(t=f).copy(),n._.cancel.push(a),
n._.interrupt.push(a),n._.end.push(s)),c.on=n}),i===0&&o()})}var yu=0;function W(t,n,e,r){this._groups=t,this._parents=n,this._name=e,this._id=r}function vu(t){return et().transition(t)}function Fe(){
return++yu}var Z=et.prototype;W.prototype=vu.prototype={constructor:W,select:Wo,selectAll:Jo,selectChild:Z.selectChild,selectChildren:Z.selectChildren,filter:Vo,merge:Yo,selection:tu,transition:mu,call:Z.
call,nodes:Z.nodes,node:Z.node,size:Z.size,empty:Z.empty,each:Z.each,on:Ko,attr:ko,attrTween:Oo,style:ou,styleTween:su,text:fu,textTween:gu,remove:Zo,tween:xo,delay:Do,duration:Bo,ease:Ho,easeVarying:Lo,
end:du,[Symbol.iterator]:Z[Symbol.iterator]};var _u={time:null,delay:0,duration:250,ease:De};function wu(t,n){for(var e;!(e=t.__transition)||!(e=e[n]);)if(!(t=t.parentNode))throw new Error(`transition\
 ${n} not found`);return e}function xu(t){var n,e;t instanceof W?(n=t._id,t=t._name):(n=Fe(),(e=_u).time=Ut(),t=t==null?null:t+"");for(var r=this._groups,i=r.length,o=0;o<i;++o)for(var u=r[o],a=u.length,
s,c=0;c<a;++c)(s=u[c])&&Wt(s,t,n,c,u,e||wu(s,n));return new W(r,this._parents,t,n)}et.prototype.interrupt=vo;et.prototype.transition=xu;var Jt=t=>()=>t;function bu(t,{sourceEvent:n,target:e,transform:r,dispatch:i}){Object.defineProperties(this,{type:{value:t,enumerable:!0,configurable:!0},sourceEvent:{value:n,enumerable:!0,configurable:!0},
target:{value:e,enumerable:!0,configurable:!0},transform:{value:r,enumerable:!0,configurable:!0},_:{value:i}})}function J(t,n,e){this.k=t,this.x=n,this.y=e}J.prototype={constructor:J,scale:function(t){
return t===1?this:new J(this.k*t,this.x,this.y)},translate:function(t,n){return t===0&n===0?this:new J(this.k,this.x+this.k*t,this.y+this.k*n)},apply:function(t){return[t[0]*this.k+this.x,t[1]*this.k+
this.y]},applyX:function(t){return t*this.k+this.x},applyY:function(t){return t*this.k+this.y},invert:function(t){return[(t[0]-this.x)/this.k,(t[1]-this.y)/this.k]},invertX:function(t){return(t-this.x)/
this.k},invertY:function(t){return(t-this.y)/this.k},rescaleX:function(t){return t.copy().domain(t.range().map(this.invertX,this).map(t.invert,t))},rescaleY:function(t){return t.copy().domain(t.range().
map(this.invertY,this).map(t.invert,t))},toString:function(){return"translate("+this.x+","+this.y+") scale("+this.k+")"}};var It=new J(1,0,0);Mu.prototype=J.prototype;function Mu(t){for(;!t.__zoom;)if(!(t=
t.parentNode))return It;return t.__zoom}function $n(t){t.stopImmediatePropagation()}function Et(t){t.preventDefault(),t.stopImmediatePropagation()}function Nu(t){return(!t.ctrlKey||t.type==="wheel")&&
!t.button}function Au(){var t=this;return t instanceof SVGElement?(t=t.ownerSVGElement||t,t.hasAttribute("viewBox")?(t=t.viewBox.baseVal,[[t.x,t.y],[t.x+t.width,t.y+t.height]]):[[0,0],[t.width.baseVal.
value,t.height.baseVal.value]]):[[0,0],[t.clientWidth,t.clientHeight]]}function Le(){return this.__zoom||It}function Eu(t){return-t.deltaY*(t.deltaMode===1?.05:t.deltaMode?1:.002)*(t.ctrlKey?10:1)}function Iu(){
return navigator.maxTouchPoints||"ontouchstart"in this}function ku(t,n,e){var r=t.invertX(n[0][0])-e[0][0],i=t.invertX(n[1][0])-e[1][0],o=t.invertY(n[0][1])-e[0][1],u=t.invertY(n[1][1])-e[1][1];return t.
translate(i>r?(r+i)/2:Math.min(0,r)||Math.max(0,i),u>o?(o+u)/2:Math.min(0,o)||Math.max(0,u))}function Ve(){var t=Nu,n=Au,e=ku,r=Eu,i=Iu,o=[0,1/0],u=[[-1/0,-1/0],[1/0,1/0]],a=250,s=ke,c=dt("start","zoo\
m","end"),f,p,g,m=500,b=150,N=0,k=10;function v(l){l.property("__zoom",Le).on("wheel.zoom",kt,{passive:!1}).on("mousedown.zoom",Tt).on("dblclick.zoom",St).filter(i).on("touchstart.zoom",Ye).on("touchm\
ove.zoom",Ge).on("touchend.zoom touchcancel.zoom",Ue).style("-webkit-tap-highlight-color","rgba(0,0,0,0)")}v.transform=function(l,d,h,y){var _=l.selection?l.selection():l;_.property("__zoom",Le),l!==_?
O(l,d,h,y):_.interrupt().each(function(){$(this,arguments).event(y).start().zoom(null,typeof d=="function"?d.apply(this,arguments):d).end()})},v.scaleBy=function(l,d,h,y){v.scaleTo(l,function(){var _=this.
__zoom.k,w=typeof d=="function"?d.apply(this,arguments):d;return _*w},h,y)},v.scaleTo=function(l,d,h,y){v.transform(l,function(){var _=n.apply(this,arguments),w=this.__zoom,x=h==null?X(_):typeof h=="f\
unction"?h.apply(this,arguments):h,M=w.invert(x),A=typeof d=="function"?d.apply(this,arguments):d;return e(S(T(w,A),x,M),_,u)},h,y)},v.translateBy=function(l,d,h,y){v.transform(l,function(){return e(this.
__zoom.translate(typeof d=="function"?d.apply(this,arguments):d,typeof h=="function"?h.apply(this,arguments):h),n.apply(this,arguments),u)},null,y)},v.translateTo=function(l,d,h,y,_){v.transform(l,function(){
var w=n.apply(this,arguments),x=this.__zoom,M=y==null?X(w):typeof y=="function"?y.apply(this,arguments):y;return e(It.translate(M[0],M[1]).scale(x.k).translate(typeof d=="function"?-d.apply(this,arguments):
-d,typeof h=="function"?-h.apply(this,arguments):-h),w,u)},y,_)};function T(l,d){return d=Math.max(o[0],Math.min(o[1],d)),d===l.k?l:new J(d,l.x,l.y)}function S(l,d,h){var y=d[0]-h[0]*l.k,_=d[1]-h[1]*l.
k;return y===l.x&&_===l.y?l:new J(l.k,y,_)}function X(l){return[(+l[0][0]+ +l[1][0])/2,(+l[0][1]+ +l[1][1])/2]}function O(l,d,h,y){l.on("start.zoom",function(){$(this,arguments).event(y).start()}).on(
"interrupt.zoom end.zoom",function(){$(this,arguments).event(y).end()}).tween("zoom",function(){var _=this,w=arguments,x=$(_,w).event(y),M=n.apply(_,w),A=h==null?X(M):typeof h=="function"?h.apply(_,w):
h,H=Math.max(M[1][0]-M[0][0],M[1][1]-M[0][1]),I=_.__zoom,R=typeof d=="function"?d.apply(_,w):d,Y=s(I.invert(A).concat(H/I.k),R.invert(A).concat(H/R.k));return function(D){if(D===1)D=R;else{var G=Y(D),
jt=H/G[2];D=new J(jt,A[0]-G[0]*jt,A[1]-G[1]*jt)}x.zoom(null,D)}})}function $(l,d,h){return!h&&l.__zooming||new j(l,d)}function j(l,d){this.that=l,this.args=d,this.active=0,this.sourceEvent=null,this.extent=
n.apply(l,d),this.taps=0}j.prototype={event:function(l){return l&&(this.sourceEvent=l),this},start:function(){return++this.active===1&&(this.that.__zooming=this,this.emit("start")),this},zoom:function(l,d){
return this.mouse&&l!=="mouse"&&(this.mouse[1]=d.invert(this.mouse[0])),this.touch0&&l!=="touch"&&(this.touch0[1]=d.invert(this.touch0[0])),this.touch1&&l!=="touch"&&(this.touch1[1]=d.invert(this.touch1[0])),
this.that.__zoom=d,this.emit("zoom"),this},end:function(){return--this.active===0&&(delete this.that.__zooming,this.emit("end")),this},emit:function(l){var d=q(this.that).datum();c.call(l,this.that,new bu(
l,{sourceEvent:this.sourceEvent,target:v,transform:this.that.__zoom,dispatch:c}),d)}};function kt(l,...d){if(!t.apply(this,arguments))return;var h=$(this,d).event(l),y=this.__zoom,_=Math.max(o[0],Math.
min(o[1],y.k*Math.pow(2,r.apply(this,arguments)))),w=U(l);if(h.wheel)(h.mouse[0][0]!==w[0]||h.mouse[0][1]!==w[1])&&(h.mouse[1]=y.invert(h.mouse[0]=w)),clearTimeout(h.wheel);else{if(y.k===_)return;h.mouse=
[w,y.invert(w)],At(this),h.start()}Et(l),h.wheel=setTimeout(x,b),h.zoom("mouse",e(S(T(y,_),h.mouse[0],h.mouse[1]),h.extent,u));function x(){h.wheel=null,h.end()}}function Tt(l,...d){if(g||!t.apply(this,
arguments))return;var h=l.currentTarget,y=$(this,d,!0).event(l),_=q(l.view).on("mousemove.zoom",A,!0).on("mouseup.zoom",H,!0),w=U(l,h),x=l.clientX,M=l.clientY;Un(l.view),$n(l),y.mouse=[w,this.__zoom.invert(
w)],At(this),y.start();function A(I){if(Et(I),!y.moved){var R=I.clientX-x,Y=I.clientY-M;y.moved=R*R+Y*Y>N}y.event(I).zoom("mouse",e(S(y.that.__zoom,y.mouse[0]=U(I,h),y.mouse[1]),y.extent,u))}function H(I){
_.on("mousemove.zoom mouseup.zoom",null),Kn(I.view,y.moved),Et(I),y.event(I).end()}}function St(l,...d){if(t.apply(this,arguments)){var h=this.__zoom,y=U(l.changedTouches?l.changedTouches[0]:l,this),_=h.
invert(y),w=h.k*(l.shiftKey?.5:2),x=e(S(T(h,w),y,_),n.apply(this,d),u);Et(l),a>0?q(this).transition().duration(a).call(O,x,y,l):q(this).call(v.transform,x,y,l)}}function Ye(l,...d){if(t.apply(this,arguments)){
var h=l.touches,y=h.length,_=$(this,d,l.changedTouches.length===y).event(l),w,x,M,A;for($n(l),x=0;x<y;++x)M=h[x],A=U(M,this),A=[A,this.__zoom.invert(A),M.identifier],_.touch0?!_.touch1&&_.touch0[2]!==
A[2]&&(_.touch1=A,_.taps=0):(_.touch0=A,w=!0,_.taps=1+!!f);f&&(f=clearTimeout(f)),w&&(_.taps<2&&(p=A[0],f=setTimeout(function(){f=null},m)),At(this),_.start())}}function Ge(l,...d){if(this.__zooming){
var h=$(this,d).event(l),y=l.changedTouches,_=y.length,w,x,M,A;for(Et(l),w=0;w<_;++w)x=y[w],M=U(x,this),h.touch0&&h.touch0[2]===x.identifier?h.touch0[0]=M:h.touch1&&h.touch1[2]===x.identifier&&(h.touch1[0]=
M);if(x=h.that.__zoom,h.touch1){var H=h.touch0[0],I=h.touch0[1],R=h.touch1[0],Y=h.touch1[1],D=(D=R[0]-H[0])*D+(D=R[1]-H[1])*D,G=(G=Y[0]-I[0])*G+(G=Y[1]-I[1])*G;x=T(x,Math.sqrt(D/G)),M=[(H[0]+R[0])/2,(H[1]+
R[1])/2],A=[(I[0]+Y[0])/2,(I[1]+Y[1])/2]}else if(h.touch0)M=h.touch0[0],A=h.touch0[1];else return;h.zoom("touch",e(S(x,M,A),h.extent,u))}}function Ue(l,...d){if(this.__zooming){var h=$(this,d).event(l),
y=l.changedTouches,_=y.length,w,x;for($n(l),g&&clearTimeout(g),g=setTimeout(function(){g=null},m),w=0;w<_;++w)x=y[w],h.touch0&&h.touch0[2]===x.identifier?delete h.touch0:h.touch1&&h.touch1[2]===x.identifier&&
delete h.touch1;if(h.touch1&&!h.touch0&&(h.touch0=h.touch1,delete h.touch1),h.touch0)h.touch0[1]=this.__zoom.invert(h.touch0[0]);else if(h.end(),h.taps===2&&(x=U(x,this),Math.hypot(p[0]-x[0],p[1]-x[1])<
k)){var M=q(this).on("dblclick.zoom");M&&M.apply(this,arguments)}}}return v.wheelDelta=function(l){return arguments.length?(r=typeof l=="function"?l:Jt(+l),v):r},v.filter=function(l){return arguments.
length?(t=typeof l=="function"?l:Jt(!!l),v):t},v.touchable=function(l){return arguments.length?(i=typeof l=="function"?l:Jt(!!l),v):i},v.extent=function(l){return arguments.length?(n=typeof l=="functi\
on"?l:Jt([[+l[0][0],+l[0][1]],[+l[1][0],+l[1][1]]]),v):n},v.scaleExtent=function(l){return arguments.length?(o[0]=+l[0],o[1]=+l[1],v):[o[0],o[1]]},v.translateExtent=function(l){return arguments.length?
(u[0][0]=+l[0][0],u[1][0]=+l[1][0],u[0][1]=+l[0][1],u[1][1]=+l[1][1],v):[[u[0][0],u[0][1]],[u[1][0],u[1][1]]]},v.constrain=function(l){return arguments.length?(e=l,v):e},v.duration=function(l){return arguments.
length?(a=+l,v):a},v.interpolate=function(l){return arguments.length?(s=l,v):s},v.on=function(){var l=c.on.apply(c,arguments);return l===c?v:l},v.clickDistance=function(l){return arguments.length?(N=(l=
+l)*l,v):Math.sqrt(N)},v.tapDistance=function(l){return arguments.length?(k=+l,v):k},v}return je(Tu);})();

// space/ranks.js
var HIDDEN = 255;
var GREY = 0;
var GROUPED = 1;
var STRONG = 2;
var LIT = 3;
var CHOSEN = 4;
var LEVELS = 10;

// space/projection.js
var LEAST_ZOOM = 0.7;
var MOST_ZOOM = 80;
var EDGE = 12;
function turned(view, x, y, z) {
  const [cy, sy] = [Math.cos(view.yaw), Math.sin(view.yaw)];
  const [cp, sp] = [Math.cos(view.pitch), Math.sin(view.pitch)];
  const across = cy * x + sy * z;
  const away = cy * z - sy * x;
  return [across, cp * y - sp * away, sp * y + cp * away];
}
function closer(frame, near) {
  if (frame.flat) return 1;
  return 3.2 * frame.radius / Math.max(0.6 * frame.radius, 3.2 * frame.radius - near);
}
function onScreen(frame, view, places, point) {
  const [x, y, z] = [0, 1, 2].map((axis) => places[3 * point + axis] - view.centre[axis]);
  const [across, up, near] = frame.flat ? [x, y, 0] : turned(view, x, y, z);
  const scale = view.zoom * closer(frame, near);
  return [
    frame.width / 2 + across * frame.scale[0] * scale,
    frame.height / 2 - up * frame.scale[1] * scale,
    near
  ];
}
function panned(frame, view, across, down) {
  const { zoom: zoom2, centre, yaw, pitch } = view;
  const [x, y] = [across / frame.scale[0] / zoom2, -down / frame.scale[1] / zoom2];
  let moved = [x, y, 0];
  if (!frame.flat) {
    const [cy, sy, cp, sp] = [Math.cos(yaw), Math.sin(yaw), Math.cos(pitch), Math.sin(pitch)];
    const away = -sp * y;
    moved = [cy * x - sy * away, cp * y, sy * x + cy * away];
  }
  const limit = frame.flat ? frame.reach : [frame.radius, frame.radius, frame.radius];
  const within2 = (value, axis) => clamp(-1.1 * limit[axis], value - moved[axis], 1.1 * limit[axis]);
  return { ...view, centre: centre.map(within2) };
}
function rotated(view, across, down) {
  const pitch = clamp(-Math.PI / 2, view.pitch + down, Math.PI / 2);
  return { ...view, yaw: view.yaw + across, pitch };
}
function zoomed(frame, view, factor, left = frame.width / 2, top = frame.height / 2) {
  const zoom2 = clamp(LEAST_ZOOM, view.zoom * factor, MOST_ZOOM);
  const ratio = zoom2 / view.zoom;
  const [across, down] = [left - frame.width / 2, top - frame.height / 2];
  return panned(frame, { ...view, zoom: zoom2 }, across * (1 - ratio), down * (1 - ratio));
}
function closeUp(frame, view, points, places) {
  const ends = [0, 1, 2].map((axis) => points.map((point) => places[3 * point + axis])).map((values) => [Math.min(...values), Math.max(...values)]);
  const centre = ends.map(([least, most]) => (least + most) / 2);
  const half = ends.map(([least, most]) => (most - least) / 2 + 1e-6);
  const room = frame.flat ? Math.min(frame.reach[0] / half[0], frame.reach[1] / half[1]) : frame.radius / Math.hypot(...half);
  return { ...view, centre, zoom: clamp(1, 0.85 * room, MOST_ZOOM) };
}
function between(from, to, part) {
  const mixed = (a, b) => a + part * (b - a);
  return {
    zoom: from.zoom * (to.zoom / from.zoom) ** part,
    yaw: mixed(from.yaw, to.yaw),
    pitch: mixed(from.pitch, to.pitch),
    centre: from.centre.map((value, axis) => mixed(value, to.centre[axis]))
  };
}
function project(frame, view, { at, rank, x, y, bucket, order }, ratio) {
  const { width, height, flat, scale, radius } = frame;
  const [left, low, far] = view.centre;
  const [across, up] = [view.zoom * scale[0], view.zoom * scale[1]];
  const [cy, sy] = [Math.cos(view.yaw), Math.sin(view.yaw)];
  const [cp, sp] = [Math.cos(view.pitch), Math.sin(view.pitch)];
  const starts = new Uint32Array((CHOSEN + 1) * LEVELS + 1);
  for (let i = 0; i < rank.length; i++) {
    let right = at[3 * i] - left;
    let above = at[3 * i + 1] - low;
    let level = LEVELS - 1;
    let larger = 1;
    if (!flat) {
      const behind = at[3 * i + 2] - far;
      const away = cy * behind - sy * right;
      const near = sp * above + cp * away;
      right = cy * right + sy * behind;
      above = cp * above - sp * away;
      larger = closer(frame, near);
      level = clamp(0, Math.floor((near / radius + 1) * 0.5 * LEVELS), LEVELS - 1);
    }
    x[i] = Math.round((width / 2 + right * across * larger) * ratio) / ratio;
    y[i] = Math.round((height / 2 - above * up * larger) * ratio) / ratio;
    const inside = x[i] > -EDGE && x[i] < width + EDGE && y[i] > -EDGE && y[i] < height + EDGE;
    const seen = rank[i] !== HIDDEN && inside;
    bucket[i] = seen ? rank[i] * LEVELS + level : HIDDEN;
    if (seen) starts[bucket[i] + 1] += 1;
  }
  for (let place = 1; place < starts.length; place++) starts[place] += starts[place - 1];
  const next = starts.slice();
  for (let i = 0; i < rank.length; i++) {
    if (bucket[i] !== HIDDEN) order[next[bucket[i]]++] = i;
  }
  return starts;
}

// space/gestures.js
var SLACK = 6;
var LINE = 16;
var PAGE = 400;
function changeBetween(before, after, centre) {
  const factor = after.k / before.k;
  const [x, y] = [after.x - factor * before.x, after.y - factor * before.y];
  const across = centre[0] - (centre[0] - x) / factor;
  const down = centre[1] - (centre[1] - y) / factor;
  return { factor, across, down };
}
function wheelDelta(event) {
  const pixels = clamp(-150, event.deltaY * [1, LINE, PAGE][event.deltaMode], 150);
  return -pixels * (event.ctrlKey ? 0.01 : 2e-3) * Math.LOG2E;
}
function centreOf(event, canvas) {
  const touches = event.targetTouches?.length ? [...event.targetTouches] : [event];
  const places = touches.map((touch) => within(touch, canvas));
  const mean = (axis) => places.reduce((sum, place) => sum + place[axis], 0) / places.length;
  return [mean(0), mean(1)];
}
function listenToGestures(canvas, { zoomOfView, zoomAt, drag, dragging }) {
  const selection = d3.select(canvas);
  const behaviour = d3.zoom().scaleExtent([LEAST_ZOOM, MOST_ZOOM]).filter((event) => !event.button).wheelDelta(wheelDelta).clickDistance(SLACK);
  let before = d3.zoomIdentity;
  let start = null;
  let moved = false;
  let following = false;
  const follow = () => {
    if (Math.abs(before.k / zoomOfView() - 1) < 1e-9) return;
    following = true;
    selection.call(behaviour.transform, d3.zoomIdentity.scale(zoomOfView()));
    following = false;
    before = canvas.__zoom;
  };
  for (const kind of ["wheel", "mousedown", "touchstart"]) {
    canvas.addEventListener(kind, follow, { passive: true });
  }
  const closest = (event) => event.deltaY < 0 && event.preventDefault();
  canvas.addEventListener("wheel", closest, { passive: false });
  const shared = (event) => {
    if (event.touches.length > 1) event.preventDefault();
    else if (event.type === "touchmove" && !moved && start) {
      const across = (event.touches[0].clientX - start.finger) / zoomOf(canvas);
      if (Math.abs(across) < SLACK) event.stopImmediatePropagation();
    }
  };
  for (const kind of ["touchstart", "touchmove"]) {
    canvas.addEventListener(kind, shared, { passive: false });
  }
  behaviour.on("start", ({ sourceEvent }) => {
    if (following || !sourceEvent) return;
    start = { transform: canvas.__zoom, finger: sourceEvent.touches?.[0].clientX };
    before = canvas.__zoom;
    moved = false;
  });
  behaviour.on("zoom", ({ transform, sourceEvent }) => {
    if (following) return;
    const pixel = zoomOf(canvas);
    const scaled = ({ k, x, y }) => ({ k, x: x / pixel, y: y / pixel });
    const centre = centreOf(sourceEvent, canvas);
    const change = changeBetween(scaled(before), scaled(transform), centre);
    if (sourceEvent.type === "wheel") {
      before = transform;
      zoomAt(change.factor, ...centre);
      return;
    }
    moved ||= sourceEvent.type === "touchmove" || Math.hypot(change.across, change.down) >= SLACK;
    if (!moved) return;
    before = transform;
    dragging(true);
    drag(change.across, change.down, sourceEvent);
    if (change.factor !== 1) zoomAt(change.factor, ...centre);
  });
  behaviour.on("end", () => {
    if (following) return;
    start = null;
    if (moved) dragging(false);
    moved = false;
  });
  selection.call(behaviour).on("dblclick.zoom", null);
  for (const kind of ["mousedown.zoom", "touchstart.zoom", "touchend.zoom"]) {
    const handle = selection.on(kind);
    if (!handle) continue;
    selection.on(kind, function(event, ...rest) {
      event.stopImmediatePropagation = () => {
      };
      handle.call(this, event, ...rest);
    });
  }
}

// space/hits.js
var REACH = 12;
var HANDICAP = 3;
function pointAtPlace({ x, y, order, seen, bucket }, [left, top], reach = REACH) {
  let best = -1;
  let least = reach;
  for (let place = 0; place < seen; place++) {
    const point = order[place];
    const far = Math.hypot(x[point] - left, y[point] - top);
    const ahead = bucket[point] >= STRONG * LEVELS ? HANDICAP : 0;
    if (far < reach && far - ahead <= least) {
      best = point;
      least = far - ahead;
    }
  }
  return best;
}

// space/listening.js
var RADIANS = 8e-3;
var ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
var ZOOMS = { "+": 1.25, "=": 1.25, "-": 0.8 };
function listen(space) {
  listenToPicture(space);
  listenToControls(space);
  space.root.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    if (space.query && event.composedPath()[0] === space.search) {
      space.search.value = "";
      space.searchFor("");
    } else space.back();
  });
}
function listenToPicture(space) {
  const { canvas } = space;
  const meant = (event, reach) => pointAtPlace(space, within(event, canvas), reach);
  let hand = "mouse";
  let held = false;
  listenToGestures(canvas, {
    zoomOfView: () => space.view.zoom,
    zoomAt: (factor, left, top) => space.zoomAt(factor, left, top),
    drag: (across, down, event) => {
      if (space.flat || event.shiftKey) space.pan(across, down);
      else space.turn3d(across * RADIANS, down * RADIANS);
    },
    dragging: (now) => {
      held = now;
      if (now) space.pointAt(-1);
      canvas.style.cursor = now ? "grabbing" : "grab";
    }
  });
  canvas.addEventListener("pointerdown", (event) => {
    hand = event.pointerType;
  });
  canvas.addEventListener("pointermove", (event) => {
    if (event.pointerType === "mouse" && !event.buttons && !held) space.pointAt(meant(event));
  });
  canvas.addEventListener("pointerleave", () => space.pointAt(-1));
  canvas.addEventListener("click", (event) => {
    const point = meant(event, hand === "mouse" ? REACH : 2 * REACH);
    if (point >= 0) space.choose(point);
  });
  canvas.addEventListener("dblclick", (event) => {
    if (meant(event) < 0) space.reset();
  });
  canvas.addEventListener("keydown", (event) => {
    const [arrow, factor] = [ARROWS[event.key], ZOOMS[event.key]];
    if (event.ctrlKey || event.metaKey || event.altKey || !(arrow || factor)) return;
    event.preventDefault();
    if (factor) space.zoomAt(factor);
    else if (space.flat) space.pan(-40 * arrow[0], -40 * arrow[1]);
    else space.turn3d(0.12 * arrow[0], 0.12 * arrow[1]);
  });
}
function listenToControls(space) {
  const { slider, search, list } = space;
  slider.addEventListener("input", () => space.goTo(Number(slider.value)));
  slider.addEventListener("change", () => space.tell());
  search.addEventListener("input", () => space.searchFor(search.value));
  search.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !space.matches.length) return;
    space.choose(space.matches[space.turn++ % space.matches.length]);
  });
  list.addEventListener("keydown", (event) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    const entries = [...list.querySelectorAll("button")];
    if (!step || !entries.length) return;
    event.preventDefault();
    const at = entries.indexOf(space.root.getRootNode().activeElement);
    entries[clamp(0, at + step, entries.length - 1)].focus();
  });
}

// space/shapes.js
var corners = (count, turn, lengths = [1]) => (pen, radius) => {
  for (let i = 0; i < count; i++) {
    const angle = turn + 2 * Math.PI * i / count;
    const far = radius * lengths[i % lengths.length];
    pen.lineTo(far * Math.sin(angle), -far * Math.cos(angle));
  }
  pen.closePath();
};
var plus = (turn) => (pen, radius) => {
  pen.rotate(turn);
  for (const [x, y] of [[0.4, 1.2], [1.2, 0.4]]) {
    pen.rect(-x * radius, -y * radius, 2 * x * radius, 2 * y * radius);
  }
};
var disc = (pen, radius) => pen.arc(0, 0, radius, 0, 2 * Math.PI);
var SHAPES = [
  disc,
  corners(4, Math.PI / 4, [1.25]),
  corners(3, 0, [1.4]),
  corners(4, 0, [1.35]),
  plus(0),
  corners(3, Math.PI, [1.4]),
  plus(Math.PI / 4),
  corners(10, 0, [1.5, 0.65])
];

// space/markers.js
var ALPHAS = [1, 0.45, 0.16];
function stamp(pen, colours, group, radius, pale = 0, large = false) {
  pen.beginPath();
  (group < 0 ? disc : SHAPES[group])(pen, radius);
  pen.strokeStyle = `rgb(${colours.paper})`;
  pen.lineWidth = 2;
  pen.stroke();
  const alone = large ? rgb(colours.muted) : colours.grey;
  const colour = group >= 0 ? colours.groups[group] : alone;
  pen.fillStyle = `rgb(${mix(colour, colours.paper, pale)})`;
  pen.fill();
}
var Markers = class {
  // Markers of about `size` pixels for a canvas of `width` by `height` pixels of the screen,
  // `ratio` of them in one of the page. In a space of three dimensions far ones are smaller and
  // paler.
  constructor({ size, ratio, flat, width, height, colours }) {
    Object.assign(this, { size, ratio, flat, width, height, colours, drawn: [] });
  }
  get(group, level, large, alpha) {
    const place = (((group + 1) * LEVELS + level) * 2 + large) * 3 + alpha;
    return this.drawn[place] ??= this.draw(group, level, large, alpha);
  }
  draw(group, level, large, alpha) {
    const near = level / (LEVELS - 1);
    const depth = this.flat ? 1 : 0.65 + 0.5 * near;
    const radius = (this.size + (large ? 2.5 : 0)) * depth * (group < 0 && !large ? 0.85 : 1);
    const half = Math.ceil((1.6 * radius + 2) * this.ratio);
    const side = 2 * half;
    const canvas = new OffscreenCanvas(side, side);
    const pen = canvas.getContext("2d", { willReadFrequently: true });
    pen.translate(half, half);
    pen.scale(this.ratio, this.ratio);
    pen.globalAlpha = ALPHAS[alpha];
    stamp(pen, this.colours, group, radius, this.flat ? 0 : 0.62 * (1 - near), large);
    const pixels = pen.getImageData(0, 0, side, side).data;
    const filled = [];
    for (let i = 0; i < pixels.length; i += 4) if (pixels[i + 3]) filled.push(i);
    const columns = Int16Array.from(filled, (i) => i / 4 % side - half);
    const offset = (i, k) => 4 * ((Math.floor(i / 4 / side) - half) * this.width + columns[k]);
    const offsets = Int32Array.from(filled, offset);
    const packed = Uint8Array.from(filled.flatMap((i) => [...pixels.subarray(i, i + 4)]));
    return { radius, half, columns, offsets, colours: packed };
  }
  // Copies a marker into the bytes of the canvas, its middle at this column and row.
  copy(pixels, { half, columns, offsets, colours }, column, row) {
    const { width, height } = this;
    const start = 4 * (row * width + column);
    const whole = column >= half && row >= half && column + half < width && row + half < height;
    for (let i = 0; i < offsets.length; i++) {
      const to = start + offsets[i];
      const at = column + columns[i];
      if (!whole && (to < 0 || to >= pixels.length || at < 0 || at >= width)) continue;
      const alpha = colours[4 * i + 3];
      const rest = 255 - alpha;
      for (let c = 0; c < 3; c++) {
        pixels[to + c] = (colours[4 * i + c] * alpha + pixels[to + c] * rest) / 255;
      }
    }
  }
};

// space/labels.js
var SHELF = 32;
var CELL = 16;
var NEAR_SLOTS = 8;
var RING_SLOTS = 12;
var SLOTS = NEAR_SLOTS + 5 * RING_SLOTS;
var TURNS = [...Array(SLOTS).keys()];
var SIDES = [[1, 0], [-1, 0], [0, -1], [0, 1], [1, -1], [-1, -1], [1, 1], [-1, 1]];
var isFar = (slot) => slot >= NEAR_SLOTS;
function slotPlace(number, x, y, wide, high, gap) {
  if (!isFar(number)) {
    const [across, down] = SIDES[number];
    const slant = across && down ? 0.75 : 1;
    return [
      x - wide / 2 + across * slant * (gap + wide / 2),
      y - high / 2 + down * slant * (gap + high / 2)
    ];
  }
  const ring = Math.floor((number - NEAR_SLOTS) / RING_SLOTS);
  const angle = (number - NEAR_SLOTS) % RING_SLOTS * (Math.PI / 6);
  const far = 24 + 20 * ring;
  return [
    x - wide / 2 + Math.cos(angle) * (far + wide / 2),
    y - high / 2 + Math.sin(angle) * far
  ];
}
function slotOrder(last, slots) {
  if (last === void 0 || last >= slots) return TURNS.slice(0, slots);
  const near = TURNS.slice(0, Math.min(slots, NEAR_SLOTS));
  const far = TURNS.slice(NEAR_SLOTS, slots);
  return isFar(last) ? [...near, last, ...far] : [last, ...near, ...far];
}
var LabelMap = class {
  constructor({ width, height, x, y, order, seen, size }) {
    Object.assign(this, { width, height, x, y, seen, size });
    this.shelves = Array.from({ length: Math.ceil(height / SHELF) + 1 }, () => []);
    this.across = Math.ceil(width / CELL) + 2;
    const cells = this.across * (Math.ceil(height / CELL) + 2);
    this.dots = Array.from({ length: cells }, () => []);
    for (let place = 0; place < seen; place++) this.dotsNear(order[place]).push(order[place]);
  }
  // The dots in the cell of this point, itself among them.
  dotsNear(point) {
    const row = Math.floor(this.y[point] / CELL) + 1;
    return this.dots[row * this.across + Math.floor(this.x[point] / CELL) + 1];
  }
  shelvesOf(top, high) {
    return this.shelves.slice(Math.floor(top / SHELF), Math.floor((top + high) / SHELF) + 1);
  }
  // Whether a box lies in the picture and on no other.
  isFree(left, top, wide, high) {
    if (left < 3 || top < 3) return false;
    if (left + wide > this.width - 3 || top + high > this.height - 3) return false;
    return this.shelvesOf(top, high).every(
      (shelf) => shelf.every(
        ([x, y, right, bottom]) => left >= right + 3 || x >= left + wide + 3 || top >= bottom + 1 || y >= top + high + 1
      )
    );
  }
  occupy(left, top, wide, high) {
    const box = [left, top, left + wide, top + high];
    for (const shelf of this.shelvesOf(top, high)) shelf.push(box);
  }
  // How many dots but that of `own` a box would lie on; it stops counting above `enough`.
  countCovered(left, top, wide, high, own, enough) {
    const edge = 0.7 * this.size;
    const cell = (place) => Math.floor(place / CELL) + 1;
    const { x, y } = this;
    let covered = 0;
    for (let row = cell(top - edge); row <= cell(top + high + edge); row++) {
      for (let column = cell(left - edge); column <= cell(left + wide + edge); column++) {
        for (const i of this.dots[row * this.across + column] ?? []) {
          if (i === own || x[i] < left - edge || x[i] > left + wide + edge) continue;
          if (y[i] < top - edge || y[i] > top + high + edge) continue;
          if (++covered > enough) return covered;
        }
      }
    }
    return covered;
  }
  // Occupies the best of the first `slots` places for the name of a point and gives back { slot,
  // left, top }, or null where there is none that is free and lies on at most `crowd` dots. `gap`
  // is the way from the point's middle to its name, `last` the slot it had before.
  place(point, { wide, high, gap, last, slots, crowd }) {
    let best = null;
    for (const slot of slotOrder(last, slots)) {
      if (best && isFar(slot) && (this.seen > 300 || slot >= NEAR_SLOTS + 2 * RING_SLOTS)) break;
      const [left, top] = slotPlace(slot, this.x[point], this.y[point], wide, high, gap);
      if (!this.isFree(left, top, wide, high)) continue;
      const covered = this.countCovered(left, top, wide, high, point, best?.covered ?? crowd);
      if (covered > crowd) continue;
      if (best && (covered >= best.covered || isFar(slot) && covered)) continue;
      best = { slot, left, top, covered };
      if (covered === 0 || slot === last && slots === 4) break;
    }
    if (best) this.occupy(best.left, best.top, wide, high);
    return best;
  }
};

// space/painting.js
var DIRECTIONS = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];
function fitCanvas(space) {
  const { canvas, width, height } = space;
  const ratio = Math.min((window.devicePixelRatio || 1) * zoomOf(canvas), 2);
  const [wide, high] = [Math.round(width * ratio), Math.round(height * ratio)];
  space.ratio = ratio;
  if (canvas.width === wide && canvas.height === high) return false;
  Object.assign(canvas, { width: wide, height: high });
  Object.assign(canvas.style, { width: `${width}px`, height: `${height}px` });
  space.image = space.pen.createImageData(wide, high);
  space.pixels = new Uint8Array(space.image.data.buffer);
  return true;
}
function paintMarkers(space) {
  const { order, x, y, ratio, pixels, markers } = space;
  const blank = new Uint32Array(new Uint8Array([...space.colours.paper, 255]).buffer)[0];
  new Uint32Array(pixels.buffer).fill(blank);
  for (let place = 0; place < space.seen; place++) {
    const point = order[place];
    const [column, row] = [Math.round(x[point] * ratio), Math.round(y[point] * ratio)];
    markers.copy(pixels, space.markerOf(point), column, row);
  }
  space.pen.putImageData(space.image, 0, 0);
}
function paintRing(space, point, thick) {
  if (space.bucket[point] === HIDDEN) return;
  const { pen, colours, theme } = space;
  const strokes = [[`rgb(${colours.paper})`, thick + 3], [theme.text, thick]];
  for (const [colour, width] of strokes) {
    pen.beginPath();
    pen.arc(space.x[point], space.y[point], space.markerOf(point).radius + 4, 0, 2 * Math.PI);
    pen.strokeStyle = colour;
    pen.lineWidth = width;
    pen.stroke();
  }
}
function paintLines(space) {
  const { pen, x, y, data, colours, chosen } = space;
  pen.lineWidth = 1.25;
  for (const point of data.paths && !space.isolated ? space.strong : []) {
    if (space.bucket[point] === HIDDEN) continue;
    const group = data.groups[point];
    const before = space.places.slice(0, space.step);
    const way = before.map((places) => onScreen(space, space.view, places, point));
    pen.strokeStyle = `rgb(${group < 0 ? colours.grey : colours.groups[group]})`;
    pen.globalAlpha = space.faded && space.rank[point] < LIT ? 0.25 : 0.8;
    strokePath(pen, [...way, [x[point], y[point]]], 0, space.markerOf(point).radius);
  }
  pen.strokeStyle = space.theme.text;
  pen.globalAlpha = 0.35;
  for (const point of space.links) {
    const ends = [[x[chosen], y[chosen]], [x[point], y[point]]];
    strokePath(pen, ends, 14, space.markerOf(point).radius);
  }
  pen.globalAlpha = 1;
}
function strokePath(pen, places, before, after) {
  if (places.length < 2) return;
  const short = ([x, y], [a, b], gap) => {
    const share = Math.min(1, gap / (Math.hypot(a - x, b - y) || 1));
    return [x + share * (a - x), y + share * (b - y)];
  };
  pen.beginPath();
  pen.moveTo(...short(places[0], places[1], before));
  for (const [x, y] of places.slice(1, -1)) pen.lineTo(x, y);
  pen.lineTo(...short(places.at(-1), places.at(-2), after));
  pen.stroke();
}
function paintAxes(space) {
  if (space.flat) return;
  const { pen, theme, view, reach } = space;
  pen.strokeStyle = theme.muted;
  pen.lineWidth = 1;
  pen.globalAlpha = 0.35;
  const end = (direction, axis, sign) => {
    const place = direction.map((part) => part * sign * 1.08 * reach[axis]);
    return onScreen(space, view, place, 0);
  };
  space.ends = DIRECTIONS.map(
    (direction, axis) => [-1, 1].map((sign) => end(direction, axis, sign))
  );
  for (const [low, high] of space.ends) {
    pen.beginPath();
    pen.moveTo(low[0], low[1]);
    pen.lineTo(high[0], high[1]);
    pen.stroke();
  }
  pen.globalAlpha = 1;
  const left = 40;
  const top = space.height - 40;
  pen.font = theme.font(12, false);
  pen.textAlign = "center";
  const arms = DIRECTIONS.map((direction, axis) => [...turned(view, ...direction), axis]);
  for (const [across, up, near, axis] of arms.sort((a, b) => a[2] - b[2])) {
    pen.globalAlpha = 0.65 + 0.35 * clamp(0, near, 1);
    pen.strokeStyle = pen.fillStyle = theme.text;
    pen.lineWidth = 1.5;
    pen.beginPath();
    pen.moveTo(left, top);
    pen.lineTo(left + 22 * across, top - 22 * up);
    pen.stroke();
    pen.fillText(axis + 1, left + 31 * across, top - 31 * up);
  }
  pen.globalAlpha = 1;
}

// space/names.js
function paintNames(space) {
  const { bucket, count, width, height, starts, order, seen } = space;
  const map = new LabelMap({ ...space, size: space.markers.size });
  space.drawn = [];
  if (!space.flat) map.occupy(4, height - 76, 72, 72);
  nameAxes(space, map);
  for (const point of space.sure) {
    if (bucket[point] !== HIDDEN) nameFor(space, map, point, SLOTS, 99);
  }
  const crowd = seen > 300 ? 2 : 0;
  const most = space.drawn.length + Math.round(width * height / (seen > 300 ? 7500 : 3500));
  const done = new Uint8Array(count);
  const rest = [];
  const offer = (point, allowed) => {
    if (done[point] || space.drawn.length >= most || bucket[point] >= STRONG * LEVELS) return;
    done[point] = 1;
    if (nameFor(space, map, point, 4, allowed)) rest.push(point);
  };
  for (const point of space.named) offer(point, crowd + 2);
  for (let place = STRONG * LEVELS - 1; place >= 0; place--) {
    for (let at = starts[place]; at < starts[place + 1]; at++) {
      if (map.dotsNear(order[at]).length <= crowd + 1) offer(order[at], crowd);
    }
  }
  space.named = rest;
  writeNames(space);
}
function nameAxes(space, map) {
  const { data, width, height, theme, pen } = space;
  if (!data.axes.length) return;
  const size = space.letters + 1;
  pen.font = theme.font(size, true);
  const place = (text, x, y) => {
    const wide = pen.measureText(text).width;
    const left = clamp(6, x - wide / 2, width - wide - 6);
    const top = clamp(6, y - size / 2 - 2, height - size - 10);
    if (!map.isFree(left, top, wide, size + 4)) return;
    map.occupy(left, top, wide, size + 4);
    const middle = top + size / 2 + 2;
    space.drawn.push({ text, left, top: middle, bold: true, size, colour: theme.muted, alpha: 1 });
  };
  const ends = data.axes.map((pair) => pair.map(shorten));
  if (space.flat) {
    place(`← ${ends[0][0]}`, 0, height / 2);
    place(`${ends[0][1]} →`, width, height / 2);
    place(`↓ ${ends[1][0]}`, width / 2, height);
    place(`↑ ${ends[1][1]}`, width / 2, 0);
    return;
  }
  ends.forEach((pair, axis) => {
    pair.forEach((text, end) => place(text, space.ends[axis][end][0], space.ends[axis][end][1]));
  });
}
function nameFor(space, map, point, slots, crowd) {
  const rank = space.rank[point];
  const bold = rank >= STRONG;
  const size = space.letters;
  const high = size + 3;
  const wide = space.widths[2 * point + Number(bold)] ||= measure(space, point, bold);
  const gap = space.markerOf(point).radius + (rank === CHOSEN ? 8 : 3);
  const last = space.slots.get(point);
  const best = map.place(point, { wide, high, gap, last, slots, crowd });
  if (!best) return false;
  space.slots.set(point, best.slot);
  space.drawn.push({
    point,
    text: shorten(space.data.names[point]),
    left: best.left,
    top: best.top + high / 2,
    wide,
    bold,
    size,
    colour: space.theme.text,
    alpha: space.faded && rank < LIT ? 0.65 : 1,
    far: isFar(best.slot)
  });
  return true;
}
function measure(space, point, bold) {
  space.pen.font = space.theme.font(space.letters, bold);
  return space.pen.measureText(shorten(space.data.names[point])).width;
}
function writeNames(space) {
  const { pen, theme } = space;
  pen.textAlign = "left";
  pen.lineJoin = "round";
  for (const { point, text, left, top, wide, bold, size, colour, alpha, far } of space.drawn) {
    pen.globalAlpha = alpha;
    if (far) {
      pen.strokeStyle = theme.muted;
      pen.lineWidth = 1;
      const from = [space.x[point], space.y[point]];
      const to = [clamp(left, from[0], left + wide), top];
      strokePath(pen, [from, to], space.markerOf(point).radius, 0);
    }
    pen.font = theme.font(size, bold);
    pen.strokeStyle = `rgb(${space.colours.paper})`;
    pen.lineWidth = 3;
    pen.strokeText(text, left, top);
    pen.fillStyle = colour;
    pen.fillText(text, left, top);
  }
  pen.globalAlpha = 1;
}

// space/reading.js
var pointsOf = (count) => count === 1 ? say("1 point") : say("{count} points", { count: grouped(count) });
var groupsOf = (count) => count === 1 ? say("1 group") : say("{count} groups", { count });
function read2(space) {
  const text = sentence(space);
  if (space.reading.textContent !== text) space.reading.textContent = text;
  space.canvas.setAttribute("aria-label", description(space));
  fillTip(space);
}
function sentence(space) {
  const { data, chosen, hover } = space;
  const near = space.near(chosen);
  if (hover >= 0) return about(space, hover);
  if (chosen < 0) return hint(space);
  if (!near.length) return about(space, chosen);
  const distances = space.distances(chosen);
  const first = near.slice(0, 3).map((point, place) => `${quoted(data.names[point])} ${fixed(distances[place], 2)}`);
  const facts = {
    word: quoted(data.names[chosen]),
    step: space.stepText(),
    words: first.join(", ")
  };
  return say("Nearest to {word}{step}: {words}.", facts);
}
function about(space, point) {
  const { data } = space;
  const group = space.groupName(point);
  const word = quoted(data.names[point]) + (group && ` (${group})`);
  const detail2 = data.details[point];
  return detail2 ? say("{word}: {detail}", { word, detail: detail2 }) : word;
}
function hint({ data, flat }) {
  const click = data.near ? say("Click a point for its neighbours.") : say("Click a point for its details.");
  const drag = flat ? say("Drag to move, wheel or two fingers to zoom, double-click to see all.") : say("Drag to turn, wheel or two fingers to zoom, double-click to see all.");
  return `${click} ${drag}`;
}
function description(space) {
  const { data, chosen, flat } = space;
  const facts = {
    title: data.title || say("Points"),
    step: space.stepText(),
    points: pointsOf(space.count),
    dimensions: data.dimensions,
    groups: groupsOf(data.group_names.length),
    names: data.group_names.join(", ")
  };
  const parts = [
    data.group_names.length ? say("{title}{step}: {points} in {dimensions} dimensions, {groups} ({names}).", facts) : say("{title}{step}: {points} in {dimensions} dimensions.", facts)
  ];
  if (chosen >= 0) parts.push(say("{word} is chosen.", { word: quoted(data.names[chosen]) }));
  parts.push(
    flat ? say("Arrow keys move it, plus and minus zoom, Escape goes back.") : say("Arrow keys turn it, plus and minus zoom, Escape goes back.")
  );
  return parts.join(" ");
}
function fillTip({ tip, hover, data }) {
  tip.hidden = hover < 0;
  if (hover < 0) return;
  const group = data.group_names[data.groups[hover]];
  tip.replaceChildren(make("strong", "", data.names[hover]));
  if (data.details[hover]) tip.append(make("div", "", data.details[hover]));
  if (group) tip.append(make("div", "faint", group));
}
function placeTip({ tip, hover, x, y, width, height }) {
  if (hover < 0) return;
  const [wide, high] = [tip.offsetWidth, tip.offsetHeight];
  const left = clamp(4, x[hover] + 12, width - wide - 4);
  const below = y[hover] + 16;
  const top = below + high < height - 4 ? below : y[hover] - high - 14;
  tip.style.transform = `translate(${Math.round(left)}px, ${Math.round(Math.max(4, top))}px)`;
}

// space/panel.js
var MOST_ROWS = 500;
function icon(space, group) {
  const canvas = make("canvas");
  const pen = sharp(canvas, 16, 16);
  pen.translate(8, 8);
  stamp(pen, space.colours, group, 5);
  return canvas;
}
function buildGroups(space) {
  const { data } = space;
  const counts = /* @__PURE__ */ new Map();
  for (const group of data.groups) counts.set(group, (counts.get(group) ?? 0) + 1);
  const named = data.group_names.map((name, group) => [name, group]);
  if (named.length && counts.has(-1)) named.push([say("others"), -1]);
  space.toggles = named.map(([name, group]) => {
    const button2 = make("button");
    const count = grouped(counts.get(group) ?? 0);
    button2.append(icon(space, group), make("span", "", name), make("span", "count", count));
    button2.addEventListener("click", () => space.toggle(group));
    return { button: button2, group };
  });
  space.groups.replaceChildren(...space.toggles.map(({ button: button2 }) => button2));
}
function markGroups(space) {
  for (const { button: button2, group } of space.toggles) {
    const hidden = space.hidden.has(group);
    button2.setAttribute("aria-pressed", !hidden);
    button2.title = hidden ? say("Show this group") : say("Hide this group");
  }
}
function fillList(space) {
  const { data, chosen, list } = space;
  const key = JSON.stringify([data.mark, space.step, chosen, space.theme.dark, space.letters]);
  if (key === space.listed) return;
  space.listed = key;
  list.scrollTop = 0;
  if (chosen < 0) {
    const hint2 = data.near ? say("Click a point, or find a word, to see its nearest neighbours here.") : say("Click a point, or find a word, to read more about it here.");
    list.replaceChildren(make("p", "about faint", hint2));
    return;
  }
  const near = space.near(chosen);
  const focused = list.contains(space.root.getRootNode().activeElement);
  const parts = [make("p", "chosen", data.names[chosen])];
  if (data.details[chosen]) parts.push(make("p", "about", data.details[chosen]));
  if (space.groupName(chosen)) parts.push(make("p", "about faint", space.groupName(chosen)));
  if (near.length) {
    const heading = say("Nearest{step} and their cosine distances:", { step: space.stepText() });
    const distances = space.distances(chosen);
    const entries = make("ol", "near");
    entries.append(...near.map((point, place) => entry(space, point, distances[place])));
    parts.push(make("p", "about faint", heading), entries);
  }
  list.replaceChildren(...parts);
  if (focused) list.querySelector("button")?.focus();
}
function entry(space, point, distance) {
  const { data } = space;
  const button2 = make("button");
  button2.append(
    icon(space, data.groups[point]),
    make("span", "name", data.names[point]),
    make("span", "number", fixed(distance, 2))
  );
  if (data.details[point]) button2.append(make("span", "detail", data.details[point]));
  button2.addEventListener("click", () => space.choose(point));
  button2.addEventListener("pointerenter", (event) => {
    if (event.pointerType === "mouse") space.pointAt(point);
  });
  button2.addEventListener("pointerleave", () => space.pointAt(-1));
  const line = make("li");
  line.append(button2);
  return line;
}
function fillTable(space) {
  const { data, query } = space;
  const others = [...Array(space.count).keys()].filter((point) => !space.strong.has(point));
  const all = query ? space.matches : [...space.strong, ...others];
  const listed = all.slice(0, MOST_ROWS);
  const axes = data.axes.map(([low, high]) => say("{low} to {high}", { low, high })).join(", ");
  const columns = {
    [say("about")]: (point) => data.details[point],
    [say("group")]: (point) => space.groupName(point),
    [axes || say("place")]: (point) => data.near && !axes ? "" : placeOf(space, point),
    [say("nearest, by cosine distance")]: (point) => nearestOf(space, point)
  };
  const filledColumns = Object.entries(columns).filter(([, cell]) => listed.some(cell));
  const description2 = query ? say("{points} with {word}", { points: pointsOf(all.length), word: quoted(query) }) : pointsOf(all.length);
  const points = all.length > listed.length ? say("the first {count} of {points}", { count: listed.length, points: description2 }) : description2;
  const facts = { title: data.title, step: space.stepText(), points };
  const table = tableOf(
    say("{title}{step}: {points}", facts),
    listed.map((point) => data.names[point]),
    filledColumns.map(([name]) => name),
    (row, column) => filledColumns[column][1](listed[row])
  );
  space.table.replaceChildren(table);
}
function placeOf({ data, step, count }, point) {
  const start = (step * count + point) * data.dimensions;
  const value = (least, axis) => least + data.numbers[start + axis] / data.steps * (data.most[axis] - least);
  const places = data.least.map((least, axis) => fixed(value(least, axis), 2));
  return places.map((place) => place.replace("-", "−")).join("; ");
}
function nearestOf(space, point) {
  const distances = space.distances(point);
  const words = space.near(point).slice(0, 3);
  return words.map((other, k) => `${space.data.names[other]} ${fixed(distances[k], 2)}`).join(", ");
}

// space/places.js
function unpackPlaces({ numbers, steps, names, dimensions, step_names }, reach) {
  const count = names.length;
  return step_names.map((_, step) => {
    const places = new Float32Array(3 * count);
    for (let i = 0; i < count; i++) {
      for (let axis = 0; axis < dimensions; axis++) {
        const share = numbers[(step * count + i) * dimensions + axis] / steps;
        places[3 * i + axis] = (2 * share - 1) * reach[axis];
      }
    }
    return places;
  });
}
function farthest(places) {
  let most = 1e-6;
  for (let i = 0; i < places.length; i += 3) {
    most = Math.max(most, places[i] ** 2 + places[i + 1] ** 2 + places[i + 2] ** 2);
  }
  return Math.sqrt(most);
}

// space/space.js
var TWEEN = 180;
var MOST_FOUND = 40;
var plain = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
var Space = class {
  constructor(root) {
    this.root = root;
    this.sent = /* @__PURE__ */ new Set();
    this.hidden = /* @__PURE__ */ new Set();
    this.step = 0;
    this.chosen = this.hover = -1;
    this.query = "";
    this.matches = [];
    this.named = [];
    build(this);
    listen(this);
    watch(root, () => this.arrange());
  }
  // --- what the server sends, and what it is told ------------------------------------------------
  show(data) {
    writeTexts(this);
    const asked = this.setting(data.step, data.chosen), opened = Boolean(this.data);
    const others = data.mark !== this.data?.mark;
    if (others) this.take(data);
    if (asked !== this.asked && !this.sent.delete(asked)) {
      this.choose(data.chosen, false);
      this.goTo(data.step, opened && !others);
    }
    if (asked === this.setting()) this.sent.clear();
    this.asked = asked;
    if (others) this.refresh();
  }
  setting(step = this.step, chosen = this.chosen) {
    return `step=${step + 1},chosen=${chosen < 0 ? "" : chosen + 1}`;
  }
  tell() {
    this.sent.add(this.setting());
    this.keep({ step: this.step + 1, chosen: this.chosen < 0 ? null : this.chosen + 1 });
  }
  // Other points: the places as numbers around 0, the widest axis from -1 to 1; named axes each so.
  take(data) {
    const before = this.data, count = data.names.length;
    const { dimensions } = data, steps = data.step_names.length;
    const half = data.least.map((least, axis) => (data.most[axis] - least) / 2);
    const unit = data.axes.length ? half : half.map(() => Math.max(...half));
    const reach = [...half.map((side, axis) => side / unit[axis]), 0].slice(0, 3);
    Object.assign(this, { data, count, flat: dimensions === 2, reach });
    this.places = unpackPlaces(data, this.reach);
    this.radius = Math.max(...this.places.map(farthest));
    this.nearFrom = steps * count * dimensions;
    this.farFrom = this.nearFrom + steps * count * data.near;
    this.step = Math.min(this.step, steps - 1);
    this.at = this.places[this.step].slice();
    this.strong = new Set(data.strong);
    this.known = null;
    this.walk = this.flight = null;
    this.hover = -1;
    this.named = [];
    this.slots = /* @__PURE__ */ new Map();
    this.x = new Float32Array(count);
    this.y = new Float32Array(count);
    this.widths = new Float32Array(2 * count);
    this.rank = new Uint8Array(count);
    this.bucket = new Uint8Array(count);
    this.order = new Uint32Array(count);
    if (this.chosen >= count) this.chosen = -1;
    if (before?.dimensions !== dimensions || data.frame !== null) {
      this.view = this.before = this.opening();
    }
    if (this.isolated && (this.chosen < 0 || !data.near)) {
      this.isolated = false;
      this.view = this.before;
    }
    const groups = JSON.stringify(data.group_names);
    if (JSON.stringify(before?.group_names) !== groups) this.hidden.clear();
    this.fillFrame();
    this.find();
    this.arrange();
    if (this.isolated) this.fly(this.closeUp());
  }
  // What stands around the picture of these points whatever is on show.
  fillFrame() {
    const { data } = this, letters = Math.max(...data.step_names.map((name) => name.length));
    this.title.textContent = data.title;
    this.title.hidden = !data.title;
    this.full.hidden = !this.count;
    this.empty.hidden = Boolean(this.count);
    this.sliderBox.hidden = data.step_names.length < 2;
    this.note.hidden = !data.notes.some(Boolean);
    this.slider.max = data.step_names.length - 1;
    this.stepName.style.minWidth = `${Math.min(letters, 20) * 0.56}em`;
  }
  near(point) {
    return point < 0 ? [] : this.row(this.nearFrom, point);
  }
  row(from, point) {
    const start = from + (this.step * this.count + point) * this.data.near;
    return [...this.data.numbers.subarray(start, start + this.data.near)];
  }
  distances(point) {
    const { steps, farthest: most } = this.data;
    return this.row(this.farFrom, point).map((number) => unpack(number, steps, 0, most));
  }
  groupName(point) {
    return this.data.group_names[this.data.groups[point]] ?? "";
  }
  stepText() {
    const names = this.data.step_names;
    return names.length > 1 ? ` (${names[this.step]})` : "";
  }
  // --- what is on show ---------------------------------------------------------------------------
  goTo(step, slowly = true) {
    if (step === this.step && !this.walk) return;
    this.step = step;
    this.walk = { start: performance.now(), from: this.at.slice(), to: this.places[step], slowly };
    if (this.isolated) this.fly(this.closeUp());
    this.refresh();
  }
  choose(point, told = true) {
    if (point === this.chosen) return;
    this.chosen = point;
    if (point < 0 && this.isolated) this.back();
    if (this.isolated) this.fly(this.closeUp());
    else if (point >= 0 && told && this.width) this.bringIn(point);
    this.refresh();
    if (told) this.tell();
  }
  isolate() {
    if (this.chosen < 0 || this.isolated || !this.data.near) return;
    this.isolated = true;
    this.before = this.flight?.to ?? this.view;
    this.fly(this.closeUp());
    this.refresh();
  }
  // One step back: what was isolated, then what was chosen.
  back() {
    if (this.isolated) {
      this.isolated = false;
      this.fly(this.before);
    } else this.choose(-1);
    this.refresh();
  }
  searchFor(query) {
    this.query = query;
    this.find();
    this.refresh();
  }
  find() {
    const query = plain(this.query.trim());
    this.known ??= this.data.names.map(plain);
    const all = [];
    if (query) this.known.forEach((name, point) => name.startsWith(query) && all.push(point));
    const whole = all.filter((point) => this.known[point] === query);
    this.matches = [...whole, ...all.filter((point) => this.known[point] !== query)];
    this.turn = 0;
    const text = query ? this.countText(all.length) : "";
    if (this.found.textContent !== text) this.found.textContent = text;
  }
  countText(count) {
    if (!count) return say("no word {word} here", { word: quoted(shorten(this.query.trim())) });
    if (count === 1) return say("1 found");
    return say("{count} found", { count: grouped(count) });
  }
  toggle(group) {
    if (!this.hidden.delete(group)) this.hidden.add(group);
    this.refresh();
  }
  // After a change of what is on show: who is drawn, what is said, and the picture.
  refresh() {
    if (!this.count || !this.data) return this.settled();
    this.rankPoints();
    const { data } = this;
    this.slider.value = this.step;
    this.slider.setAttribute("aria-valuetext", data.step_names[this.step]);
    this.stepName.textContent = data.step_names[this.step];
    this.note.textContent = data.notes[this.step];
    this.isolateButton.hidden = !data.near;
    this.isolateButton.setAttribute("aria-disabled", this.chosen < 0 || Boolean(this.isolated));
    this.backButton.setAttribute("aria-disabled", this.chosen < 0);
    this.fillPanel();
    read2(this);
    this.changed();
  }
  rankPoints() {
    const { rank, data, hidden } = this, near = this.near(this.chosen);
    const lit = /* @__PURE__ */ new Set([...near, ...this.matches]);
    this.faded = near.length > 0 || this.matches.length > 0;
    for (let point = 0; point < this.count; point++) {
      const group = data.groups[point], front = point === this.chosen || near.includes(point);
      if (this.isolated ? !front : hidden.has(group) && !front) rank[point] = HIDDEN;
      else if (point === this.chosen) rank[point] = CHOSEN;
      else if (lit.has(point)) rank[point] = LIT;
      else if (this.strong.has(point)) rank[point] = STRONG;
      else rank[point] = group < 0 ? GREY : GROUPED;
    }
    if (rank[this.hover] === HIDDEN) this.hover = -1;
    const chosen = this.chosen < 0 ? [] : [this.chosen];
    const matches = this.matches.slice(0, MOST_FOUND);
    this.sure = [.../* @__PURE__ */ new Set([...this.strong, ...chosen, ...near, ...matches])];
    this.links = near;
  }
  fillPanel() {
    if (!this.theme) return;
    fillList(this);
    if (this.table.hidden) this.table.replaceChildren();
    else fillTable(this);
    markGroups(this);
  }
  showTable(tables) {
    this.table.hidden = !tables;
    this.body.hidden = tables;
    if (!tables) this.arrange();
    this.fillPanel();
  }
  pointAt(point) {
    if (point === this.hover) return;
    this.hover = point >= 0 && this.bucket[point] !== HIDDEN ? point : -1;
    this.canvas.style.cursor = this.hover >= 0 ? "pointer" : "grab";
    read2(this);
    this.changed();
  }
  // --- views -------------------------------------------------------------------------------------
  // All steps fit in, or the points of the step that is the frame.
  opening() {
    const all = { zoom: 1, centre: [0, 0, 0], yaw: -0.5, pitch: 0.3 }, { frame } = this.data;
    if (frame === null || !this.count) return all;
    return closeUp(this, all, [...this.data.names.keys()], this.places[frame]);
  }
  // The chosen point and its neighbours as large as they fit.
  closeUp(from = this.flight?.to ?? this.view) {
    return closeUp(this, from, [this.chosen, ...this.near(this.chosen)], this.places[this.step]);
  }
  reset() {
    this.fly(this.isolated ? this.closeUp(this.opening()) : this.opening());
  }
  fly(view) {
    this.flight = { start: performance.now(), from: this.view, to: view };
    this.changed();
  }
  // A point chosen from the list or by search may lie outside of the picture.
  bringIn(point) {
    const places = this.places[this.step], [x, y] = onScreen(this, this.view, places, point);
    if (x < 24 || y < 16 || x > this.width - 24 || y > this.height - 16)
      this.fly({ ...this.view, centre: [...places.subarray(3 * point, 3 * point + 3)] });
  }
  pan(across, down) {
    this.look(panned(this, this.view, across, down));
  }
  turn3d(across, down) {
    this.look(rotated(this.view, across, down));
  }
  zoomAt(factor, left, top) {
    this.look(zoomed(this, this.view, factor, left, top));
  }
  look(view) {
    this.flight = null;
    this.view = view;
    this.changed();
  }
  // --- painting ----------------------------------------------------------------------------------
  arrange() {
    if (!this.data || !this.root.clientWidth) return;
    this.theme = new Look(this.root, this.data.ink);
    const { theme } = this, paper = theme.ramp[0], far = theme.dark ? [255, 255, 255] : [0, 0, 0];
    const groups = this.data.colours.map((colour) => distinct(rgb(colour), paper, far));
    const grey = mix(paper, rgb(theme.muted), 0.6);
    this.colours = { paper, muted: theme.muted, grey, groups };
    this.letters = this.root.clientWidth >= 1500 ? 18 : 13;
    if (!this.count) return this.settled();
    this.width = this.picture.clientWidth;
    const room = roomOf(this.root);
    this.height = Math.round(clamp(340, 0.62 * this.width, 560));
    this.root.style.setProperty("--height", `${this.height + 2}px`);
    if (room) {
      this.height = Math.max(200, Math.floor(room - contentHeight(this.root)) + this.height);
      this.root.style.setProperty("--height", `${this.height + 2}px`);
    }
    const side = clamp(28, 0.07 * this.width, 56) + (this.data.axes.length ? 16 : 0);
    const low = Math.min(side, 44);
    const half = [this.width / 2 - side, this.height / 2 - low];
    if (!this.flat) this.scale = [1, 1].map(() => Math.min(...half) / this.radius);
    else if (this.data.axes.length) this.scale = half;
    else this.scale = [1, 1].map(() => Math.min(half[0] / this.reach[0], half[1] / this.reach[1]));
    this.widths.fill(0);
    this.markers = null;
    buildGroups(this);
    this.fillPanel();
    this.changed();
  }
  changed() {
    this.waiting ||= requestAnimationFrame((now) => this.frame(now));
  }
  frame(now) {
    this.waiting = 0;
    if (!this.width || !this.count) return;
    const moving = this.advance(now);
    this.paint();
    if (moving) this.changed();
    else this.settled();
  }
  settled() {
    this.root.dataset.painted = this.setting();
  }
  // Where points and view are now, on their way; whether they are not there yet.
  advance(now) {
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const share = ({ start, slowly = true }) => calm || !slowly ? 1 : clamp(0, (now - start) / TWEEN, 1);
    const ease = (part) => part * (2 - part);
    if (this.walk) {
      const { from, to } = this.walk, part = share(this.walk), eased = ease(part);
      for (let i = 0; i < this.at.length; i++) this.at[i] = from[i] + eased * (to[i] - from[i]);
      if (part === 1) {
        this.at.set(to);
        this.walk = null;
      }
    }
    if (this.flight) {
      const { from, to } = this.flight, part = share(this.flight);
      this.view = part === 1 ? to : between(from, to, ease(part));
      if (part === 1) this.flight = null;
    }
    return Boolean(this.walk || this.flight);
  }
  paint() {
    const { pen } = this, resized = fitCanvas(this), size = this.markerSize();
    if (resized || size !== this.markers?.size) {
      const { width, height } = this.canvas, { ratio, flat, colours } = this;
      this.markers = new Markers({ size, ratio, flat, width, height, colours });
    }
    this.starts = project(this, this.view, this, this.ratio);
    this.seen = this.starts.at(-1);
    pen.setTransform(1, 0, 0, 1, 0, 0);
    paintMarkers(this);
    pen.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    pen.textBaseline = "middle";
    paintAxes(this);
    paintLines(this);
    if (this.chosen >= 0) paintRing(this, this.chosen, 2.5);
    if (this.hover >= 0 && this.hover !== this.chosen) paintRing(this, this.hover, 1.5);
    paintNames(this);
    placeTip(this);
  }
  // How large markers are drawn: smaller where there are many, larger when zoomed in.
  markerSize() {
    const base = this.count <= 80 ? 6 : this.count <= 800 ? 4.5 : 3.2;
    return Math.round(2 * Math.min(base * clamp(1, this.view.zoom ** 0.3, 2), 8)) / 2;
  }
  markerOf(point) {
    const rank = this.rank[point], level = this.bucket[point] % LEVELS;
    const alpha = !this.faded || rank >= LIT ? 0 : rank === STRONG ? 1 : 2;
    return this.markers.get(this.data.groups[point], level, rank >= STRONG ? 1 : 0, alpha);
  }
};
function space_default({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".space");
  root.view ??= new Space(root);
  root.view.keep = (message) => setTriggerValue("setting", message);
  root.view.show(read(data));
}
export {
  space_default as default
};
