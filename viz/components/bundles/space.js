// Made of space/ and shared/ by "npm run build": change those, not this.
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
function ct(t){let e=t.trim().replace("#","");return/^[0-9a-f]{6}/i.test(e)?[0,2,4].map(n=>parseInt(e.slice(n,n+2),16)):(t.match(/[\d.]+/g)||[255,255,255]).slice(0,3).map(Number)}function jt(t){let e=t.
map(ct),n=[];for(let r=0;r<256;r++){let i=r/255*(e.length-1),o=Math.min(Math.floor(i),e.length-2);n.push(e[o].map((s,a)=>Math.round(s+(i-o)*(e[o+1][a]-s))))}return n}function Ie(t){let[e,n,r]=t.map(i=>i/
255<=.04045?i/255/12.92:((i/255+.055)/1.055)**2.4);return .2126*e+.7152*n+.0722*r}function Ei(t,e){let[n,r]=[Ie(t),Ie(e)].sort((i,o)=>i-o);return(r+.05)/(n+.05)}var Nn=t=>Ie(t)>.179?"#000000":"#ffffff",
$t=(t,e,n)=>t.map((r,i)=>Math.round(r+n*(e[i]-r)));function Tn(t,e,n){let r=t;for(;Ei(r,e)<3;)r=$t(r,n,.06);return r}var ze=t=>Uint32Array.from(t,([e,n,r])=>4278190080+(r<<16)+(n<<8)+e),te=class t{constructor(e,n){let r=getComputedStyle(e),i=a=>r.getPropertyValue(a).trim(),o=ct(i("--st-background-color")||"#ffffff");
this.dark=o[0]*.3+o[1]*.6+o[2]*.1<128,this.text=i("--st-text-color")||(this.dark?"#fff":"#222"),this.muted=this.dark?"#9aa4b2":"#5b6472",this.family=i("--st-font")||"sans-serif",this.least=et(e)>1?12:
10;let s=[`rgb(${o})`,...n[this.dark?"dark":"light"].slice(1)];this.ramp=jt(s),this.pixels=ze(this.ramp),this.paper=o,e.style.setProperty("--muted",this.muted),e.style.setProperty("--ramp",`linear-gra\
dient(to right, ${s.join(",")})`)}greyed(){let e=jt([`rgb(${this.paper})`,this.muted]);return Object.assign(Object.create(t.prototype),this,{ramp:e,pixels:ze(e),text:this.muted})}signed(e){let n=jt(e.
map((r,i)=>i===(e.length-1)/2?`rgb(${this.paper})`:r));return Object.assign(Object.create(t.prototype),this,{ramp:n,pixels:ze(n)})}ink(e){return this.ramp[Math.round(255*e)]}on(e){return Nn(this.ink(e))}font(e,n){
return`${n?600:400} ${e}px ${this.family}`}};function On(t,e){let n="";new ResizeObserver(()=>{let r=[t.clientWidth,Le(t)].join();t.clientWidth&&r!==n&&(n=r,e())}).observe(t),t.addEventListener("trans\
itionrun",r=>{r.target===t&&setTimeout(e,50)})}var et=t=>t.currentCSSZoom||1;function Le(t){let e=parseFloat(getComputedStyle(t).getPropertyValue("--lecture-room"));return e?e/et(t):null}function Cn(t){let e=[...t.children].filter(n=>n.offsetHeight).at(-1);return e?e.offsetTop+
e.offsetHeight:0}function ee(t,e){let n=e.getBoundingClientRect(),r=et(e);return[(t.clientX-n.left)/r,(t.clientY-n.top)/r]}var Ni=1;function In(t,e,n){let r=Math.max(window.devicePixelRatio||1,Ni)*et(t);t.width=Math.round(e*r),t.height=Math.round(n*r),t.style.width=`${e}px`,t.style.height=`${n}px`;let i=t.getContext("2d");return i.
scale(r,r),i.textBaseline="middle",i}var C=(t,e,n)=>Math.max(t,Math.min(e,n));var zn={},Ln=!1;function $n(t){zn=t,Ln=Object.keys(t).length>0}var _=(t,e={})=>(zn[t]??t).replace(/\{(\w+)\}/g,(n,r)=>e[r]??n),Rn=t=>Ln?t.replace(/[.,]/g,e=>e==="."?",":" "):t,Mt=t=>Rn(t.toLocaleString(
"en")),kt=(t,e)=>Rn(t.toFixed(e)),Rt=t=>t,Vu={weight:Rt("weight"),score:Rt("score"),distance:Rt("distance"),norm:Rt("norm"),cosine:Rt("cosine")},nt=t=>_("“{word}”",{word:t}),At=t=>t.length>20?t.slice(
0,19)+"…":t;var Ti=65535;function Pn(t){let e=new DataView(t.buffer,t.byteOffset).getUint32(0,!0),n=JSON.parse(new TextDecoder().decode(t.subarray(4,4+e)));return $n(n.french),n.numbers=new Uint16Array(t.slice(4+
e).buffer),n}function Dn(t,e,n=0,r=1){return t===Ti?null:n+t/e*(r-n)}function b(t,e,n){let r=document.createElement(t);return e&&(r.className=e),n!==void 0&&(r.textContent=n),r}function Bn(t,e,n,r){let i=b("table","twin"),o=b("tr"),s=(a,u)=>Object.assign(b("th","",a),{scope:u});return o.append(b("td"),...n.map(a=>s(a,"col"))),i.append(b("caption","",t),o,...e.map((a,u)=>{let l=b(
"tr");return l.append(s(a,"row"),...n.map((c,h)=>b("td","",r(u,h)))),l})),i}function Fn(t=""){let e=b("div","twin-box");return e.tabIndex=0,e.setAttribute("role","region"),e.setAttribute("aria-label",
t),e}function Hn(t){let e=b("button","as-table"),n=!1;return e.speak=()=>{e.textContent=n?_("As a picture"):_("As a table")},e.addEventListener("click",()=>{n=!n,e.speak(),t(n)}),e}function qn(t){t.title=b("h3","title");let e=Oi(t);t.note=b("p","note"),Ci(t),t.reading=b("p","reading"),t.reading.setAttribute("role","status"),t.table=Fn(),t.table.hidden=!0,t.asTable=Hn(n=>t.showTable(
n)),t.full=b("div"),t.full.append(e,t.note,t.body,t.reading,t.asTable,t.table),t.empty=b("p","empty"),t.root.append(t.title,t.full,t.empty)}function Oi(t){t.slider=b("input"),Object.assign(t.slider,{type:"\
range",min:0,step:1}),t.stepName=b("span","step"),t.sliderBox=b("label","slider"),t.sliderBox.append(t.slider,t.stepName),t.search=b("input"),Object.assign(t.search,{type:"search",autocomplete:"off",spellcheck:!1}),
t.found=b("span","found"),t.found.setAttribute("aria-live","polite");let e=b("div","search");e.append(t.search,t.found),t.isolateButton=$e(()=>t.isolate()),t.backButton=$e(()=>t.back()),t.resetButton=
$e(()=>t.reset());let n=b("div","buttons");n.append(t.isolateButton,t.backButton,t.resetButton);let r=b("div","controls");return r.append(t.sliderBox,e,n),r}function $e(t){let e=b("button");return e.addEventListener(
"click",()=>{e.getAttribute("aria-disabled")!=="true"&&t()}),e}function Ci(t){t.canvas=b("canvas"),t.canvas.tabIndex=0,t.canvas.setAttribute("role","img"),t.pen=t.canvas.getContext("2d",{alpha:!1}),t.
tip=b("div","tip"),t.tip.hidden=!0,t.picture=b("div","picture"),t.picture.append(t.canvas,t.tip),t.groups=b("div","groups"),t.groups.setAttribute("role","group"),t.list=b("div","list");let e=b("div","\
side");e.append(t.groups,t.list),t.body=b("div","body"),t.body.append(t.picture,e)}function Vn(t){t.slider.setAttribute("aria-label",_("Step")),t.search.placeholder=_("Find a word"),t.search.setAttribute(
"aria-label",_("Find a word")),t.isolateButton.textContent=_("Isolate"),t.backButton.textContent=_("Back"),t.resetButton.textContent=_("Reset view"),t.groups.setAttribute("aria-label",_("Groups shown")),
t.table.setAttribute("aria-label",_("The points")),t.empty.textContent=_("There are no points to show."),t.asTable.speak()}var Re="http://www.w3.org/1999/xhtml",Un={svg:"http://www.w3.org/2000/svg",xhtml:Re,xlink:"http://www.w3.org/1999/xlink",xml:"http://www.w3.org/XML/1998/namespace",xmlns:"http://www.w3.org/2000/xmlns/"};
function Pt(t){var e=t+="",n=e.indexOf(":");return n>=0&&(e=t.slice(0,n))!=="xmlns"&&(t=t.slice(n+1)),Un.hasOwnProperty(e)?{space:Un[e],local:t}:t}function Ii(t){return function(){var e=this.ownerDocument,
n=this.namespaceURI;return n===Re&&e.documentElement.namespaceURI===Re?e.createElement(t):e.createElementNS(n,t)}}function zi(t){return function(){return this.ownerDocument.createElementNS(t.space,t.local)}}
function Xn(t){var e=Pt(t);return(e.local?zi:Ii)(e)}function Li(){}function re(t){return t==null?Li:function(){return this.querySelector(t)}}function $i(t){typeof t!="function"&&(t=re(t));for(var e=this.
_groups,n=e.length,r=new Array(n),i=0;i<n;++i)for(var o=e[i],s=o.length,a=r[i]=new Array(s),u,l,c=0;c<s;++c)(u=o[c])&&(l=t.call(u,u.__data__,c,o))&&("__data__"in u&&(l.__data__=u.__data__),a[c]=l);return new H(
r,this._parents)}function Ri(t){return t==null?[]:Array.isArray(t)?t:Array.from(t)}function Pi(){return[]}function De(t){return t==null?Pi:function(){return this.querySelectorAll(t)}}function Di(t){return function(){
return Ri(t.apply(this,arguments))}}function Bi(t){typeof t=="function"?t=Di(t):t=De(t);for(var e=this._groups,n=e.length,r=[],i=[],o=0;o<n;++o)for(var s=e[o],a=s.length,u,l=0;l<a;++l)(u=s[l])&&(r.push(
t.call(u,u.__data__,l,s)),i.push(u));return new H(r,i)}function Be(t){return function(){return this.matches(t)}}function Gn(t){return function(e){return e.matches(t)}}var Fi=Array.prototype.find;function Hi(t){
return function(){return Fi.call(this.children,t)}}function qi(){return this.firstElementChild}function Vi(t){return this.select(t==null?qi:Hi(typeof t=="function"?t:Gn(t)))}var Ui=Array.prototype.filter;
function Xi(){return Array.from(this.children)}function Gi(t){return function(){return Ui.call(this.children,t)}}function Yi(t){return this.selectAll(t==null?Xi:Gi(typeof t=="function"?t:Gn(t)))}function Wi(t){
typeof t!="function"&&(t=Be(t));for(var e=this._groups,n=e.length,r=new Array(n),i=0;i<n;++i)for(var o=e[i],s=o.length,a=r[i]=[],u,l=0;l<s;++l)(u=o[l])&&t.call(u,u.__data__,l,o)&&a.push(u);return new H(
r,this._parents)}function Yn(t){return new Array(t.length)}function Ki(){return new H(this._enter||this._groups.map(Yn),this._parents)}function ne(t,e){this.ownerDocument=t.ownerDocument,this.namespaceURI=
t.namespaceURI,this._next=null,this._parent=t,this.__data__=e}ne.prototype={constructor:ne,appendChild:function(t){return this._parent.insertBefore(t,this._next)},insertBefore:function(t,e){return this.
_parent.insertBefore(t,e)},querySelector:function(t){return this._parent.querySelector(t)},querySelectorAll:function(t){return this._parent.querySelectorAll(t)}};function Zi(t){return function(){return t}}
function Qi(t,e,n,r,i,o){for(var s=0,a,u=e.length,l=o.length;s<l;++s)(a=e[s])?(a.__data__=o[s],r[s]=a):n[s]=new ne(t,o[s]);for(;s<u;++s)(a=e[s])&&(i[s]=a)}function Ji(t,e,n,r,i,o,s){var a,u,l=new Map,
c=e.length,h=o.length,d=new Array(c),p;for(a=0;a<c;++a)(u=e[a])&&(d[a]=p=s.call(u,u.__data__,a,e)+"",l.has(p)?i[a]=u:l.set(p,u));for(a=0;a<h;++a)p=s.call(t,o[a],a,o)+"",(u=l.get(p))?(r[a]=u,u.__data__=
o[a],l.delete(p)):n[a]=new ne(t,o[a]);for(a=0;a<c;++a)(u=e[a])&&l.get(d[a])===u&&(i[a]=u)}function ji(t){return t.__data__}function to(t,e){if(!arguments.length)return Array.from(this,ji);var n=e?Ji:Qi,
r=this._parents,i=this._groups;typeof t!="function"&&(t=Zi(t));for(var o=i.length,s=new Array(o),a=new Array(o),u=new Array(o),l=0;l<o;++l){var c=r[l],h=i[l],d=h.length,p=eo(t.call(c,c&&c.__data__,l,r)),
m=p.length,v=a[l]=new Array(m),S=s[l]=new Array(m),y=u[l]=new Array(d);n(c,h,v,S,y,p,e);for(var E=0,T=0,P,$;E<m;++E)if(P=v[E]){for(E>=T&&(T=E+1);!($=S[T])&&++T<m;);P._next=$||null}}return s=new H(s,r),
s._enter=a,s._exit=u,s}function eo(t){return typeof t=="object"&&"length"in t?t:Array.from(t)}function no(){return new H(this._exit||this._groups.map(Yn),this._parents)}function ro(t,e,n){var r=this.enter(),
i=this,o=this.exit();return typeof t=="function"?(r=t(r),r&&(r=r.selection())):r=r.append(t+""),e!=null&&(i=e(i),i&&(i=i.selection())),n==null?o.remove():n(o),r&&i?r.merge(i).order():i}function io(t){
for(var e=t.selection?t.selection():t,n=this._groups,r=e._groups,i=n.length,o=r.length,s=Math.min(i,o),a=new Array(i),u=0;u<s;++u)for(var l=n[u],c=r[u],h=l.length,d=a[u]=new Array(h),p,m=0;m<h;++m)(p=
l[m]||c[m])&&(d[m]=p);for(;u<i;++u)a[u]=n[u];return new H(a,this._parents)}function oo(){for(var t=this._groups,e=-1,n=t.length;++e<n;)for(var r=t[e],i=r.length-1,o=r[i],s;--i>=0;)(s=r[i])&&(o&&s.compareDocumentPosition(
o)^4&&o.parentNode.insertBefore(s,o),o=s);return this}function so(t){t||(t=ao);function e(h,d){return h&&d?t(h.__data__,d.__data__):!h-!d}for(var n=this._groups,r=n.length,i=new Array(r),o=0;o<r;++o){
for(var s=n[o],a=s.length,u=i[o]=new Array(a),l,c=0;c<a;++c)(l=s[c])&&(u[c]=l);u.sort(e)}return new H(i,this._parents).order()}function ao(t,e){return t<e?-1:t>e?1:t>=e?0:NaN}function uo(){var t=arguments[0];
return arguments[0]=this,t.apply(null,arguments),this}function lo(){return Array.from(this)}function co(){for(var t=this._groups,e=0,n=t.length;e<n;++e)for(var r=t[e],i=0,o=r.length;i<o;++i){var s=r[i];
if(s)return s}return null}function ho(){let t=0;for(let e of this)++t;return t}function fo(){return!this.node()}function po(t){for(var e=this._groups,n=0,r=e.length;n<r;++n)for(var i=e[n],o=0,s=i.length,
a;o<s;++o)(a=i[o])&&t.call(a,a.__data__,o,i);return this}function mo(t){return function(){this.removeAttribute(t)}}function go(t){return function(){this.removeAttributeNS(t.space,t.local)}}function yo(t,e){
return function(){this.setAttribute(t,e)}}function wo(t,e){return function(){this.setAttributeNS(t.space,t.local,e)}}function xo(t,e){return function(){var n=e.apply(this,arguments);n==null?this.removeAttribute(
t):this.setAttribute(t,n)}}function vo(t,e){return function(){var n=e.apply(this,arguments);n==null?this.removeAttributeNS(t.space,t.local):this.setAttributeNS(t.space,t.local,n)}}function bo(t,e){var n=Pt(
t);if(arguments.length<2){var r=this.node();return n.local?r.getAttributeNS(n.space,n.local):r.getAttribute(n)}return this.each((e==null?n.local?go:mo:typeof e=="function"?n.local?vo:xo:n.local?wo:yo)(
n,e))}function Wn(t){return t.ownerDocument&&t.ownerDocument.defaultView||t.document&&t||t.defaultView}function _o(t){return function(){this.style.removeProperty(t)}}function Mo(t,e,n){return function(){
this.style.setProperty(t,e,n)}}function ko(t,e,n){return function(){var r=e.apply(this,arguments);r==null?this.style.removeProperty(t):this.style.setProperty(t,r,n)}}function Ao(t,e,n){return arguments.
length>1?this.each((e==null?_o:typeof e=="function"?ko:Mo)(t,e,n??"")):ft(this.node(),t)}function ft(t,e){return t.style.getPropertyValue(e)||Wn(t).getComputedStyle(t,null).getPropertyValue(e)}function So(t){
return function(){delete this[t]}}function Eo(t,e){return function(){this[t]=e}}function No(t,e){return function(){var n=e.apply(this,arguments);n==null?delete this[t]:this[t]=n}}function To(t,e){return arguments.
length>1?this.each((e==null?So:typeof e=="function"?No:Eo)(t,e)):this.node()[t]}function Kn(t){return t.trim().split(/^|\s+/)}function Fe(t){return t.classList||new Zn(t)}function Zn(t){this._node=t,this.
_names=Kn(t.getAttribute("class")||"")}Zn.prototype={add:function(t){var e=this._names.indexOf(t);e<0&&(this._names.push(t),this._node.setAttribute("class",this._names.join(" ")))},remove:function(t){
var e=this._names.indexOf(t);e>=0&&(this._names.splice(e,1),this._node.setAttribute("class",this._names.join(" ")))},contains:function(t){return this._names.indexOf(t)>=0}};function Qn(t,e){for(var n=Fe(
t),r=-1,i=e.length;++r<i;)n.add(e[r])}function Jn(t,e){for(var n=Fe(t),r=-1,i=e.length;++r<i;)n.remove(e[r])}function Oo(t){return function(){Qn(this,t)}}function Co(t){return function(){Jn(this,t)}}function Io(t,e){
return function(){(e.apply(this,arguments)?Qn:Jn)(this,t)}}function zo(t,e){var n=Kn(t+"");if(arguments.length<2){for(var r=Fe(this.node()),i=-1,o=n.length;++i<o;)if(!r.contains(n[i]))return!1;return!0}
return this.each((typeof e=="function"?Io:e?Oo:Co)(n,e))}function Lo(){this.textContent=""}function $o(t){return function(){this.textContent=t}}function Ro(t){return function(){var e=t.apply(this,arguments);
this.textContent=e??""}}function Po(t){return arguments.length?this.each(t==null?Lo:(typeof t=="function"?Ro:$o)(t)):this.node().textContent}function Do(){this.innerHTML=""}function Bo(t){return function(){
this.innerHTML=t}}function Fo(t){return function(){var e=t.apply(this,arguments);this.innerHTML=e??""}}function Ho(t){return arguments.length?this.each(t==null?Do:(typeof t=="function"?Fo:Bo)(t)):this.
node().innerHTML}function qo(){this.nextSibling&&this.parentNode.appendChild(this)}function Vo(){return this.each(qo)}function Uo(){this.previousSibling&&this.parentNode.insertBefore(this,this.parentNode.
firstChild)}function Xo(){return this.each(Uo)}function Go(t){var e=typeof t=="function"?t:Xn(t);return this.select(function(){return this.appendChild(e.apply(this,arguments))})}function Yo(){return null}
function Wo(t,e){var n=typeof t=="function"?t:Xn(t),r=e==null?Yo:typeof e=="function"?e:re(e);return this.select(function(){return this.insertBefore(n.apply(this,arguments),r.apply(this,arguments)||null)})}
function Ko(){var t=this.parentNode;t&&t.removeChild(this)}function Zo(){return this.each(Ko)}function Qo(){var t=this.cloneNode(!1),e=this.parentNode;return e?e.insertBefore(t,this.nextSibling):t}function Jo(){
var t=this.cloneNode(!0),e=this.parentNode;return e?e.insertBefore(t,this.nextSibling):t}function jo(t){return this.select(t?Jo:Qo)}function ts(t){return arguments.length?this.property("__data__",t):this.
node().__data__}function es(t){return function(e){t.call(this,e,this.__data__)}}function ns(t){return t.trim().split(/^|\s+/).map(function(e){var n="",r=e.indexOf(".");return r>=0&&(n=e.slice(r+1),e=e.
slice(0,r)),{type:e,name:n}})}function rs(t){return function(){var e=this.__on;if(e){for(var n=0,r=-1,i=e.length,o;n<i;++n)o=e[n],(!t.type||o.type===t.type)&&o.name===t.name?this.removeEventListener(o.
type,o.listener,o.options):e[++r]=o;++r?e.length=r:delete this.__on}}}function is(t,e,n){return function(){var r=this.__on,i,o=es(e);if(r){for(var s=0,a=r.length;s<a;++s)if((i=r[s]).type===t.type&&i.name===
t.name){this.removeEventListener(i.type,i.listener,i.options),this.addEventListener(i.type,i.listener=o,i.options=n),i.value=e;return}}this.addEventListener(t.type,o,n),i={type:t.type,name:t.name,value:e,
listener:o,options:n},r?r.push(i):this.__on=[i]}}function os(t,e,n){var r=ns(t+""),i,o=r.length,s;if(arguments.length<2){var a=this.node().__on;if(a){for(var u=0,l=a.length,c;u<l;++u)for(i=0,c=a[u];i<
o;++i)if((s=r[i]).type===c.type&&s.name===c.name)return c.value}return}for(a=e?is:rs,i=0;i<o;++i)this.each(a(r[i],e,n));return this}function jn(t,e,n){var r=Wn(t),i=r.CustomEvent;typeof i=="function"?
i=new i(e,n):(i=r.document.createEvent("Event"),n?(i.initEvent(e,n.bubbles,n.cancelable),i.detail=n.detail):i.initEvent(e,!1,!1)),t.dispatchEvent(i)}function ss(t,e){return function(){return jn(this,t,
e)}}function as(t,e){return function(){return jn(this,t,e.apply(this,arguments))}}function us(t,e){return this.each((typeof e=="function"?as:ss)(t,e))}function*ls(){for(var t=this._groups,e=0,n=t.length;e<
n;++e)for(var r=t[e],i=0,o=r.length,s;i<o;++i)(s=r[i])&&(yield s)}var tr=[null];function H(t,e){this._groups=t,this._parents=e}function dt(){return new H([[document.documentElement]],tr)}function cs(){
return this}H.prototype=dt.prototype={constructor:H,select:$i,selectAll:Bi,selectChild:Vi,selectChildren:Yi,filter:Wi,data:to,enter:Ki,exit:no,join:ro,merge:io,selection:cs,order:oo,sort:so,call:uo,nodes:lo,
node:co,size:ho,empty:fo,each:po,attr:bo,style:Ao,property:To,classed:zo,text:Po,html:Ho,raise:Vo,lower:Xo,append:Go,insert:Wo,remove:Zo,clone:jo,datum:ts,on:os,dispatch:us,[Symbol.iterator]:ls};function q(t){
return typeof t=="string"?new H([[document.querySelector(t)]],[document.documentElement]):new H([[t]],tr)}var hs=0;function fs(){return new Pe}function Pe(){this._="@"+(++hs).toString(36)}Pe.prototype=fs.prototype={constructor:Pe,get:function(t){for(var e=this._;!(e in t);)if(!(t=t.parentNode))return;return t[e]},
set:function(t,e){return t[this._]=e},remove:function(t){return this._ in t&&delete t[this._]},toString:function(){return this._}};function ds(t){let e;for(;e=t.sourceEvent;)t=e;return t}function rt(t,e){
if(t=ds(t),e===void 0&&(e=t.currentTarget),e){var n=e.ownerSVGElement||e;if(n.createSVGPoint){var r=n.createSVGPoint();return r.x=t.clientX,r.y=t.clientY,r=r.matrixTransform(e.getScreenCTM().inverse()),
[r.x,r.y]}if(e.getBoundingClientRect){var i=e.getBoundingClientRect();return[t.clientX-i.left-e.clientLeft,t.clientY-i.top-e.clientTop]}}return[t.pageX,t.pageY]}var ps={value:()=>{}};function Dt(){for(var t=0,e=arguments.length,n={},r;t<e;++t){if(!(r=arguments[t]+"")||r in n||/[\s.]/.test(r))throw new Error("illegal type: "+r);n[r]=[]}return new ie(n)}function ie(t){
this._=t}function ms(t,e){return t.trim().split(/^|\s+/).map(function(n){var r="",i=n.indexOf(".");if(i>=0&&(r=n.slice(i+1),n=n.slice(0,i)),n&&!e.hasOwnProperty(n))throw new Error("unknown type: "+n);
return{type:n,name:r}})}ie.prototype=Dt.prototype={constructor:ie,on:function(t,e){var n=this._,r=ms(t+"",n),i,o=-1,s=r.length;if(arguments.length<2){for(;++o<s;)if((i=(t=r[o]).type)&&(i=gs(n[i],t.name)))
return i;return}if(e!=null&&typeof e!="function")throw new Error("invalid callback: "+e);for(;++o<s;)if(i=(t=r[o]).type)n[i]=er(n[i],t.name,e);else if(e==null)for(i in n)n[i]=er(n[i],t.name,null);return this},
copy:function(){var t={},e=this._;for(var n in e)t[n]=e[n].slice();return new ie(t)},call:function(t,e){if((i=arguments.length-2)>0)for(var n=new Array(i),r=0,i,o;r<i;++r)n[r]=arguments[r+2];if(!this.
_.hasOwnProperty(t))throw new Error("unknown type: "+t);for(o=this._[t],r=0,i=o.length;r<i;++r)o[r].value.apply(e,n)},apply:function(t,e,n){if(!this._.hasOwnProperty(t))throw new Error("unknown type: "+
t);for(var r=this._[t],i=0,o=r.length;i<o;++i)r[i].value.apply(e,n)}};function gs(t,e){for(var n=0,r=t.length,i;n<r;++n)if((i=t[n]).name===e)return i.value}function er(t,e,n){for(var r=0,i=t.length;r<
i;++r)if(t[r].name===e){t[r]=ps,t=t.slice(0,r).concat(t.slice(r+1));break}return n!=null&&t.push({name:e,value:n}),t}var He={capture:!0,passive:!1};function qe(t){t.preventDefault(),t.stopImmediatePropagation()}function nr(t){var e=t.document.documentElement,n=q(t).on("dragstart.drag",qe,He);"onselectstart"in e?n.on("selectstart.drag",qe,He):(e.__noselect=
e.style.MozUserSelect,e.style.MozUserSelect="none")}function rr(t,e){var n=t.document.documentElement,r=q(t).on("dragstart.drag",null);e&&(r.on("click.drag",qe,He),setTimeout(function(){r.on("click.dr\
ag",null)},0)),"onselectstart"in n?r.on("selectstart.drag",null):(n.style.MozUserSelect=n.__noselect,delete n.__noselect)}function ys(t,{sourceEvent:e,subject:n,target:r,identifier:i,active:o,x:s,y:a,dx:u,dy:l,dispatch:c}){Object.defineProperties(this,{type:{value:t,enumerable:!0,configurable:!0},sourceEvent:{value:e,enumerable:!0,
configurable:!0},subject:{value:n,enumerable:!0,configurable:!0},target:{value:r,enumerable:!0,configurable:!0},identifier:{value:i,enumerable:!0,configurable:!0},active:{value:o,enumerable:!0,configurable:!0},
x:{value:s,enumerable:!0,configurable:!0},y:{value:a,enumerable:!0,configurable:!0},dx:{value:u,enumerable:!0,configurable:!0},dy:{value:l,enumerable:!0,configurable:!0},_:{value:c}})}ys.prototype.on=
function(){var t=this._.on.apply(this._,arguments);return t===this._?this:t};function Tt(t,e,n){t.prototype=e.prototype=n,n.constructor=t}function Ht(t,e){var n=Object.create(t.prototype);for(var r in e)n[r]=e[r];return n}function ht(){}var yt=.7,Nt=1/yt,St="\\s*([+-]?\\d+)\\s*",
Bt="\\s*([+-]?(?:\\d*\\.)?\\d+(?:[eE][+-]?\\d+)?)\\s*",K="\\s*([+-]?(?:\\d*\\.)?\\d+(?:[eE][+-]?\\d+)?)%\\s*",ws=/^#([0-9a-f]{3,8})$/,xs=new RegExp(`^rgb\\(${St},${St},${St}\\)$`),vs=new RegExp(`^rgb\\\
(${K},${K},${K}\\)$`),bs=new RegExp(`^rgba\\(${St},${St},${St},${Bt}\\)$`),_s=new RegExp(`^rgba\\(${K},${K},${K},${Bt}\\)$`),Ms=new RegExp(`^hsl\\(${Bt},${K},${K}\\)$`),ks=new RegExp(`^hsla\\(${Bt},${K}\
,${K},${Bt}\\)$`),ir={aliceblue:15792383,antiquewhite:16444375,aqua:65535,aquamarine:8388564,azure:15794175,beige:16119260,bisque:16770244,black:0,blanchedalmond:16772045,blue:255,blueviolet:9055202,brown:10824234,
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
Tt(ht,wt,{copy(t){return Object.assign(new this.constructor,this,t)},displayable(){return this.rgb().displayable()},hex:or,formatHex:or,formatHex8:As,formatHsl:Ss,formatRgb:sr,toString:sr});function or(){
return this.rgb().formatHex()}function As(){return this.rgb().formatHex8()}function Ss(){return mr(this).formatHsl()}function sr(){return this.rgb().formatRgb()}function wt(t){var e,n;return t=(t+"").
trim().toLowerCase(),(e=ws.exec(t))?(n=e[1].length,e=parseInt(e[1],16),n===6?ar(e):n===3?new z(e>>8&15|e>>4&240,e>>4&15|e&240,(e&15)<<4|e&15,1):n===8?oe(e>>24&255,e>>16&255,e>>8&255,(e&255)/255):n===4?
oe(e>>12&15|e>>8&240,e>>8&15|e>>4&240,e>>4&15|e&240,((e&15)<<4|e&15)/255):null):(e=xs.exec(t))?new z(e[1],e[2],e[3],1):(e=vs.exec(t))?new z(e[1]*255/100,e[2]*255/100,e[3]*255/100,1):(e=bs.exec(t))?oe(
e[1],e[2],e[3],e[4]):(e=_s.exec(t))?oe(e[1]*255/100,e[2]*255/100,e[3]*255/100,e[4]):(e=Ms.exec(t))?cr(e[1],e[2]/100,e[3]/100,1):(e=ks.exec(t))?cr(e[1],e[2]/100,e[3]/100,e[4]):ir.hasOwnProperty(t)?ar(ir[t]):
t==="transparent"?new z(NaN,NaN,NaN,0):null}function ar(t){return new z(t>>16&255,t>>8&255,t&255,1)}function oe(t,e,n,r){return r<=0&&(t=e=n=NaN),new z(t,e,n,r)}function We(t){return t instanceof ht||
(t=wt(t)),t?(t=t.rgb(),new z(t.r,t.g,t.b,t.opacity)):new z}function qt(t,e,n,r){return arguments.length===1?We(t):new z(t,e,n,r??1)}function z(t,e,n,r){this.r=+t,this.g=+e,this.b=+n,this.opacity=+r}Tt(
z,qt,Ht(ht,{brighter(t){return t=t==null?Nt:Math.pow(Nt,t),new z(this.r*t,this.g*t,this.b*t,this.opacity)},darker(t){return t=t==null?yt:Math.pow(yt,t),new z(this.r*t,this.g*t,this.b*t,this.opacity)},
rgb(){return this},clamp(){return new z(mt(this.r),mt(this.g),mt(this.b),ae(this.opacity))},displayable(){return-.5<=this.r&&this.r<255.5&&-.5<=this.g&&this.g<255.5&&-.5<=this.b&&this.b<255.5&&0<=this.
opacity&&this.opacity<=1},hex:ur,formatHex:ur,formatHex8:Es,formatRgb:lr,toString:lr}));function ur(){return`#${pt(this.r)}${pt(this.g)}${pt(this.b)}`}function Es(){return`#${pt(this.r)}${pt(this.g)}${pt(
this.b)}${pt((isNaN(this.opacity)?1:this.opacity)*255)}`}function lr(){let t=ae(this.opacity);return`${t===1?"rgb(":"rgba("}${mt(this.r)}, ${mt(this.g)}, ${mt(this.b)}${t===1?")":`, ${t})`}`}function ae(t){
return isNaN(t)?1:Math.max(0,Math.min(1,t))}function mt(t){return Math.max(0,Math.min(255,Math.round(t)||0))}function pt(t){return t=mt(t),(t<16?"0":"")+t.toString(16)}function cr(t,e,n,r){return r<=0?
t=e=n=NaN:n<=0||n>=1?t=e=NaN:e<=0&&(t=NaN),new G(t,e,n,r)}function mr(t){if(t instanceof G)return new G(t.h,t.s,t.l,t.opacity);if(t instanceof ht||(t=wt(t)),!t)return new G;if(t instanceof G)return t;
t=t.rgb();var e=t.r/255,n=t.g/255,r=t.b/255,i=Math.min(e,n,r),o=Math.max(e,n,r),s=NaN,a=o-i,u=(o+i)/2;return a?(e===o?s=(n-r)/a+(n<r)*6:n===o?s=(r-e)/a+2:s=(e-n)/a+4,a/=u<.5?o+i:2-o-i,s*=60):a=u>0&&u<
1?0:s,new G(s,a,u,t.opacity)}function le(t,e,n,r){return arguments.length===1?mr(t):new G(t,e,n,r??1)}function G(t,e,n,r){this.h=+t,this.s=+e,this.l=+n,this.opacity=+r}Tt(G,le,Ht(ht,{brighter(t){return t=
t==null?Nt:Math.pow(Nt,t),new G(this.h,this.s,this.l*t,this.opacity)},darker(t){return t=t==null?yt:Math.pow(yt,t),new G(this.h,this.s,this.l*t,this.opacity)},rgb(){var t=this.h%360+(this.h<0)*360,e=isNaN(
t)||isNaN(this.s)?0:this.s,n=this.l,r=n+(n<.5?n:1-n)*e,i=2*n-r;return new z(Ve(t>=240?t-240:t+120,i,r),Ve(t,i,r),Ve(t<120?t+240:t-120,i,r),this.opacity)},clamp(){return new G(hr(this.h),se(this.s),se(
this.l),ae(this.opacity))},displayable(){return(0<=this.s&&this.s<=1||isNaN(this.s))&&0<=this.l&&this.l<=1&&0<=this.opacity&&this.opacity<=1},formatHsl(){let t=ae(this.opacity);return`${t===1?"hsl(":"\
hsla("}${hr(this.h)}, ${se(this.s)*100}%, ${se(this.l)*100}%${t===1?")":`, ${t})`}`}}));function hr(t){return t=(t||0)%360,t<0?t+360:t}function se(t){return Math.max(0,Math.min(1,t||0))}function Ve(t,e,n){
return(t<60?e+(n-e)*t/60:t<180?n:t<240?e+(n-e)*(240-t)/60:e)*255}var gr=Math.PI/180,yr=180/Math.PI,ue=18,wr=.96422,xr=1,vr=.82521,br=4/29,Et=6/29,_r=3*Et*Et,Ns=Et*Et*Et;function Mr(t){if(t instanceof Z)
return new Z(t.l,t.a,t.b,t.opacity);if(t instanceof it)return Ar(t);t instanceof z||(t=We(t));var e=Ye(t.r),n=Ye(t.g),r=Ye(t.b),i=Ue((.2225045*e+.7168786*n+.0606169*r)/xr),o,s;return e===n&&n===r?o=s=
i:(o=Ue((.4360747*e+.3850649*n+.1430804*r)/wr),s=Ue((.0139322*e+.0971045*n+.7141733*r)/vr)),new Z(116*i-16,500*(o-i),200*(i-s),t.opacity)}function kr(t,e,n,r){return arguments.length===1?Mr(t):new Z(t,e,n,r??1)}function Z(t,e,n,r){this.l=+t,this.a=+e,this.b=+n,this.opacity=+r}Tt(Z,kr,Ht(ht,{brighter(t){return new Z(this.l+ue*(t??1),this.
a,this.b,this.opacity)},darker(t){return new Z(this.l-ue*(t??1),this.a,this.b,this.opacity)},rgb(){var t=(this.l+16)/116,e=isNaN(this.a)?t:t+this.a/500,n=isNaN(this.b)?t:t-this.b/200;return e=wr*Xe(e),
t=xr*Xe(t),n=vr*Xe(n),new z(Ge(3.1338561*e-1.6168667*t-.4906146*n),Ge(-.9787684*e+1.9161415*t+.033454*n),Ge(.0719453*e-.2289914*t+1.4052427*n),this.opacity)}}));function Ue(t){return t>Ns?Math.pow(t,1/
3):t/_r+br}function Xe(t){return t>Et?t*t*t:_r*(t-br)}function Ge(t){return 255*(t<=.0031308?12.92*t:1.055*Math.pow(t,1/2.4)-.055)}function Ye(t){return(t/=255)<=.04045?t/12.92:Math.pow((t+.055)/1.055,
2.4)}function Ts(t){if(t instanceof it)return new it(t.h,t.c,t.l,t.opacity);if(t instanceof Z||(t=Mr(t)),t.a===0&&t.b===0)return new it(NaN,0<t.l&&t.l<100?0:NaN,t.l,t.opacity);var e=Math.atan2(t.b,t.a)*
yr;return new it(e<0?e+360:e,Math.sqrt(t.a*t.a+t.b*t.b),t.l,t.opacity)}function ce(t,e,n,r){return arguments.length===1?Ts(t):new it(t,e,n,r??1)}function it(t,e,n,r){this.h=+t,this.c=+e,this.l=+n,this.opacity=+r}function Ar(t){if(isNaN(t.h))return new Z(t.l,0,0,t.opacity);
var e=t.h*gr;return new Z(t.l,Math.cos(e)*t.c,Math.sin(e)*t.c,t.opacity)}Tt(it,ce,Ht(ht,{brighter(t){return new it(this.h,this.c,this.l+ue*(t??1),this.opacity)},darker(t){return new it(this.h,this.c,this.
l-ue*(t??1),this.opacity)},rgb(){return Ar(this).rgb()}}));var Sr=-.14861,Ke=1.78277,Ze=-.29227,he=-.90649,Ft=1.97294,fr=Ft*he,dr=Ft*Ke,pr=Ke*Ze-he*Sr;function Os(t){if(t instanceof gt)return new gt(t.
h,t.s,t.l,t.opacity);t instanceof z||(t=We(t));var e=t.r/255,n=t.g/255,r=t.b/255,i=(pr*r+fr*e-dr*n)/(pr+fr-dr),o=r-i,s=(Ft*(n-i)-Ze*o)/he,a=Math.sqrt(s*s+o*o)/(Ft*i*(1-i)),u=a?Math.atan2(s,o)*yr-120:NaN;
return new gt(u<0?u+360:u,a,i,t.opacity)}function fe(t,e,n,r){return arguments.length===1?Os(t):new gt(t,e,n,r??1)}function gt(t,e,n,r){this.h=+t,this.s=+e,this.l=+n,this.opacity=+r}Tt(gt,fe,Ht(ht,{brighter(t){
return t=t==null?Nt:Math.pow(Nt,t),new gt(this.h,this.s,this.l*t,this.opacity)},darker(t){return t=t==null?yt:Math.pow(yt,t),new gt(this.h,this.s,this.l*t,this.opacity)},rgb(){var t=isNaN(this.h)?0:(this.
h+120)*gr,e=+this.l,n=isNaN(this.s)?0:this.s*e*(1-e),r=Math.cos(t),i=Math.sin(t);return new z(255*(e+n*(Sr*r+Ke*i)),255*(e+n*(Ze*r+he*i)),255*(e+n*(Ft*r)),this.opacity)}}));function Tr(t,e,n,r,i){var o=t*t,s=o*t;return((1-3*t+3*o-s)*e+(4-6*o+3*s)*n+(1+3*t+3*o-3*s)*r+s*i)/6}function Cs(t){var e=t.length-1;return function(n){var r=n<=0?n=0:n>=1?(n=1,e-1):Math.floor(n*e),i=t[r],
o=t[r+1],s=r>0?t[r-1]:2*i-o,a=r<e-1?t[r+2]:2*o-i;return Tr((n-r/e)*e,s,i,o,a)}}function Is(t){var e=t.length;return function(n){var r=Math.floor(((n%=1)<0?++n:n)*e),i=t[(r+e-1)%e],o=t[r%e],s=t[(r+1)%e],
a=t[(r+2)%e];return Tr((n-r/e)*e,i,o,s,a)}}var tn=t=>()=>t;function Or(t,e){return function(n){return t+n*e}}function zs(t,e,n){return t=Math.pow(t,n),e=Math.pow(e,n)-t,n=1/n,function(r){return Math.pow(
t+r*e,n)}}function en(t,e){var n=e-t;return n?Or(t,n>180||n<-180?n-360*Math.round(n/360):n):tn(isNaN(t)?e:t)}function Ls(t){return(t=+t)==1?F:function(e,n){return n-e?zs(e,n,t):tn(isNaN(e)?n:e)}}function F(t,e){
var n=e-t;return n?Or(t,n):tn(isNaN(t)?e:t)}var nn=(function t(e){var n=Ls(e);function r(i,o){var s=n((i=qt(i)).r,(o=qt(o)).r),a=n(i.g,o.g),u=n(i.b,o.b),l=F(i.opacity,o.opacity);return function(c){return i.
r=s(c),i.g=a(c),i.b=u(c),i.opacity=l(c),i+""}}return r.gamma=t,r})(1);function Cr(t){return function(e){var n=e.length,r=new Array(n),i=new Array(n),o=new Array(n),s,a;for(s=0;s<n;++s)a=qt(e[s]),r[s]=
a.r||0,i[s]=a.g||0,o[s]=a.b||0;return r=t(r),i=t(i),o=t(o),a.opacity=1,function(u){return a.r=r(u),a.g=i(u),a.b=o(u),a+""}}}var al=Cr(Cs),ul=Cr(Is);function ot(t,e){return t=+t,e=+e,function(n){return t*(1-n)+e*n}}var Je=/[-+]?(?:\d+\.?\d*|\.?\d+)(?:[eE][-+]?\d+)?/g,Qe=new RegExp(Je.source,"g");function $s(t){return function(){return t}}function Rs(t){return function(e){return t(e)+""}}function Ir(t,e){var n=Je.
lastIndex=Qe.lastIndex=0,r,i,o,s=-1,a=[],u=[];for(t=t+"",e=e+"";(r=Je.exec(t))&&(i=Qe.exec(e));)(o=i.index)>n&&(o=e.slice(n,o),a[s]?a[s]+=o:a[++s]=o),(r=r[0])===(i=i[0])?a[s]?a[s]+=i:a[++s]=i:(a[++s]=
null,u.push({i:s,x:ot(r,i)})),n=Qe.lastIndex;return n<e.length&&(o=e.slice(n),a[s]?a[s]+=o:a[++s]=o),a.length<2?u[0]?Rs(u[0].x):$s(e):(e=u.length,function(l){for(var c=0,h;c<e;++c)a[(h=u[c]).i]=h.x(l);
return a.join("")})}var Er=180/Math.PI,je={translateX:0,translateY:0,rotate:0,skewX:0,scaleX:1,scaleY:1};function zr(t,e,n,r,i,o){var s,a,u;return(s=Math.sqrt(t*t+e*e))&&(t/=s,e/=s),(u=t*n+e*r)&&(n-=t*u,r-=e*u),(a=Math.sqrt(
n*n+r*r))&&(n/=a,r/=a,u/=a),t*r<e*n&&(t=-t,e=-e,u=-u,s=-s),{translateX:i,translateY:o,rotate:Math.atan2(e,t)*Er,skewX:Math.atan(u)*Er,scaleX:s,scaleY:a}}var de;function Ps(t){let e=new(typeof DOMMatrix==
"function"?DOMMatrix:WebKitCSSMatrix)(t+"");return e.isIdentity?je:zr(e.a,e.b,e.c,e.d,e.e,e.f)}function Ds(t){return t==null||(de||(de=document.createElementNS("http://www.w3.org/2000/svg","g")),de.setAttribute(
"transform",t),!(t=de.transform.baseVal.consolidate()))?je:(t=t.matrix,zr(t.a,t.b,t.c,t.d,t.e,t.f))}function Lr(t,e,n,r){function i(l){return l.length?l.pop()+" ":""}function o(l,c,h,d,p,m){if(l!==h||
c!==d){var v=p.push("translate(",null,e,null,n);m.push({i:v-4,x:ot(l,h)},{i:v-2,x:ot(c,d)})}else(h||d)&&p.push("translate("+h+e+d+n)}function s(l,c,h,d){l!==c?(l-c>180?c+=360:c-l>180&&(l+=360),d.push(
{i:h.push(i(h)+"rotate(",null,r)-2,x:ot(l,c)})):c&&h.push(i(h)+"rotate("+c+r)}function a(l,c,h,d){l!==c?d.push({i:h.push(i(h)+"skewX(",null,r)-2,x:ot(l,c)}):c&&h.push(i(h)+"skewX("+c+r)}function u(l,c,h,d,p,m){
if(l!==h||c!==d){var v=p.push(i(p)+"scale(",null,",",null,")");m.push({i:v-4,x:ot(l,h)},{i:v-2,x:ot(c,d)})}else(h!==1||d!==1)&&p.push(i(p)+"scale("+h+","+d+")")}return function(l,c){var h=[],d=[];return l=
t(l),c=t(c),o(l.translateX,l.translateY,c.translateX,c.translateY,h,d),s(l.rotate,c.rotate,h,d),a(l.skewX,c.skewX,h,d),u(l.scaleX,l.scaleY,c.scaleX,c.scaleY,h,d),l=c=null,function(p){for(var m=-1,v=d.
length,S;++m<v;)h[(S=d[m]).i]=S.x(p);return h.join("")}}}var $r=Lr(Ps,"px, ","px)","deg)"),Rr=Lr(Ds,", ",")",")"),Bs=1e-12;function Nr(t){return((t=Math.exp(t))+1/t)/2}function Fs(t){return((t=Math.exp(
t))-1/t)/2}function Hs(t){return((t=Math.exp(2*t))-1)/(t+1)}var Pr=(function t(e,n,r){function i(o,s){var a=o[0],u=o[1],l=o[2],c=s[0],h=s[1],d=s[2],p=c-a,m=h-u,v=p*p+m*m,S,y;if(v<Bs)y=Math.log(d/l)/e,
S=function(D){return[a+D*p,u+D*m,l*Math.exp(e*D*y)]};else{var E=Math.sqrt(v),T=(d*d-l*l+r*v)/(2*l*n*E),P=(d*d-l*l-r*v)/(2*d*n*E),$=Math.log(Math.sqrt(T*T+1)-T),R=Math.log(Math.sqrt(P*P+1)-P);y=(R-$)/e,
S=function(D){var bt=D*y,N=Nr($),J=l/(n*E)*(N*Hs(e*bt+$)-Fs($));return[a+J*p,u+J*m,l*N/Nr(e*bt+$)]}}return S.duration=Math.abs(y)*1e3*e/Math.SQRT2,S}return i.rho=function(o){var s=Math.max(.001,+o),a=s*
s,u=a*a;return t(s,a,u)},i})(Math.SQRT2,2,4);function Dr(t){return function(e,n){var r=t((e=le(e)).h,(n=le(n)).h),i=F(e.s,n.s),o=F(e.l,n.l),s=F(e.opacity,n.opacity);return function(a){return e.h=r(a),
e.s=i(a),e.l=o(a),e.opacity=s(a),e+""}}}var ll=Dr(en),cl=Dr(F);function Br(t){return function(e,n){var r=t((e=ce(e)).h,(n=ce(n)).h),i=F(e.c,n.c),o=F(e.l,n.l),s=F(e.opacity,n.opacity);return function(a){return e.h=r(a),e.c=i(a),e.l=o(a),e.opacity=s(a),e+""}}}var hl=Br(
en),fl=Br(F);function Fr(t){return(function e(n){n=+n;function r(i,o){var s=t((i=fe(i)).h,(o=fe(o)).h),a=F(i.s,o.s),u=F(i.l,o.l),l=F(i.opacity,o.opacity);return function(c){return i.h=s(c),i.s=a(c),i.
l=u(Math.pow(c,n)),i.opacity=l(c),i+""}}return r.gamma=e,r})(1)}var dl=Fr(en),pl=Fr(F);var Ot=0,Ut=0,Vt=0,qr=1e3,pe,Xt,me=0,xt=0,ye=0,Gt=typeof performance=="object"&&performance.now?performance:Date,Vr=typeof window=="object"&&window.requestAnimationFrame?window.requestAnimationFrame.bind(
window):function(t){setTimeout(t,17)};function we(){return xt||(Vr(qs),xt=Gt.now()+ye)}function qs(){xt=0}function ge(){this._call=this._time=this._next=null}ge.prototype=on.prototype={constructor:ge,
restart:function(t,e,n){if(typeof t!="function")throw new TypeError("callback is not a function");n=(n==null?we():+n)+(e==null?0:+e),!this._next&&Xt!==this&&(Xt?Xt._next=this:pe=this,Xt=this),this._call=
t,this._time=n,rn()},stop:function(){this._call&&(this._call=null,this._time=1/0,rn())}};function on(t,e,n){var r=new ge;return r.restart(t,e,n),r}function Vs(){we(),++Ot;for(var t=pe,e;t;)(e=xt-t._time)>=
0&&t._call.call(void 0,e),t=t._next;--Ot}function Hr(){xt=(me=Gt.now())+ye,Ot=Ut=0;try{Vs()}finally{Ot=0,Xs(),xt=0}}function Us(){var t=Gt.now(),e=t-me;e>qr&&(ye-=e,me=t)}function Xs(){for(var t,e=pe,
n,r=1/0;e;)e._call?(r>e._time&&(r=e._time),t=e,e=e._next):(n=e._next,e._next=null,e=t?t._next=n:pe=n);Xt=t,rn(r)}function rn(t){if(!Ot){Ut&&(Ut=clearTimeout(Ut));var e=t-xt;e>24?(t<1/0&&(Ut=setTimeout(
Hr,Math.ceil(t-Gt.now()-ye)+1)),Vt&&(Vt=clearInterval(Vt))):(Vt||(me=Gt.now(),Vt=setInterval(Us,qr)),Ot=1,Vr(Hr))}}function sn(t,e,n){var r=new ge;return e=e==null?0:+e,r.restart(i=>{r.stop(),t(i+e)},
e,n),r}function Xr(t){return((t*=2)<=1?t*t*t:(t-=2)*t*t+2)/2}var an=3,yl=(function t(e){e=+e;function n(r){return Math.pow(r,e)}return n.exponent=t,n})(an),wl=(function t(e){e=+e;function n(r){return 1-Math.
pow(1-r,e)}return n.exponent=t,n})(an),xl=(function t(e){e=+e;function n(r){return((r*=2)<=1?Math.pow(r,e):2-Math.pow(2-r,e))/2}return n.exponent=t,n})(an),Gs=Math.PI,vl=Gs/2;function xe(t){return(Math.pow(2,-10*t)-.0009765625)*1.0009775171065494}var Ur=4/11,bl=6/11,_l=8/11,Ml=3/4,kl=9/11,Al=10/11,Sl=15/16,El=21/22,Nl=63/64,Tl=1/Ur/Ur;var un=1.70158,Ol=(function t(e){e=+e;function n(r){return(r=+r)*r*(e*(r-1)+r)}return n.overshoot=t,n})(un),Cl=(function t(e){e=+e;function n(r){return--r*r*((r+1)*e+r)+1}return n.overshoot=t,n})(un),
Il=(function t(e){e=+e;function n(r){return((r*=2)<1?r*r*((e+1)*r-e):(r-=2)*r*((e+1)*r+e)+2)/2}return n.overshoot=t,n})(un),Ct=2*Math.PI,ln=1,cn=.3,zl=(function t(e,n){var r=Math.asin(1/(e=Math.max(1,
e)))*(n/=Ct);function i(o){return e*xe(- --o)*Math.sin((r-o)/n)}return i.amplitude=function(o){return t(o,n*Ct)},i.period=function(o){return t(e,o)},i})(ln,cn),Ll=(function t(e,n){var r=Math.asin(1/(e=
Math.max(1,e)))*(n/=Ct);function i(o){return 1-e*xe(o=+o)*Math.sin((o+r)/n)}return i.amplitude=function(o){return t(o,n*Ct)},i.period=function(o){return t(e,o)},i})(ln,cn),$l=(function t(e,n){var r=Math.
asin(1/(e=Math.max(1,e)))*(n/=Ct);function i(o){return((o=o*2-1)<0?e*xe(-o)*Math.sin((r-o)/n):2-e*xe(o)*Math.sin((r+o)/n))/2}return i.amplitude=function(o){return t(o,n*Ct)},i.period=function(o){return t(
e,o)},i})(ln,cn);var Ys=Dt("start","end","cancel","interrupt"),Ws=[],Wr=0,Gr=1,hn=2,ve=3,Yr=4,fn=5,be=6;function _e(t,e,n,r,i,o){var s=t.__transition;if(!s)t.__transition={};else if(n in s)return;Ks(t,n,{name:e,index:r,
group:i,on:Ys,tween:Ws,time:o.time,delay:o.delay,duration:o.duration,ease:o.ease,timer:null,state:Wr})}function dn(t,e){var n=Y(t,e);if(n.state>Wr)throw new Error("too late; already scheduled");return n}
function Q(t,e){var n=Y(t,e);if(n.state>ve)throw new Error("too late; already running");return n}function Y(t,e){var n=t.__transition;if(!n||!(n=n[e]))throw new Error("transition not found");return n}
function Ks(t,e,n){var r=t.__transition,i;r[e]=n,n.timer=on(o,0,n.time);function o(l){n.state=Gr,n.timer.restart(s,n.delay,n.time),n.delay<=l&&s(l-n.delay)}function s(l){var c,h,d,p;if(n.state!==Gr)return u();
for(c in r)if(p=r[c],p.name===n.name){if(p.state===ve)return sn(s);p.state===Yr?(p.state=be,p.timer.stop(),p.on.call("interrupt",t,t.__data__,p.index,p.group),delete r[c]):+c<e&&(p.state=be,p.timer.stop(),
p.on.call("cancel",t,t.__data__,p.index,p.group),delete r[c])}if(sn(function(){n.state===ve&&(n.state=Yr,n.timer.restart(a,n.delay,n.time),a(l))}),n.state=hn,n.on.call("start",t,t.__data__,n.index,n.group),
n.state===hn){for(n.state=ve,i=new Array(d=n.tween.length),c=0,h=-1;c<d;++c)(p=n.tween[c].value.call(t,t.__data__,n.index,n.group))&&(i[++h]=p);i.length=h+1}}function a(l){for(var c=l<n.duration?n.ease.
call(null,l/n.duration):(n.timer.restart(u),n.state=fn,1),h=-1,d=i.length;++h<d;)i[h].call(t,c);n.state===fn&&(n.on.call("end",t,t.__data__,n.index,n.group),u())}function u(){n.state=be,n.timer.stop(),
delete r[e];for(var l in r)return;delete t.__transition}}function Yt(t,e){var n=t.__transition,r,i,o=!0,s;if(n){e=e==null?null:e+"";for(s in n){if((r=n[s]).name!==e){o=!1;continue}i=r.state>hn&&r.state<
fn,r.state=be,r.timer.stop(),r.on.call(i?"interrupt":"cancel",t,t.__data__,r.index,r.group),delete n[s]}o&&delete t.__transition}}function Zs(t){return this.each(function(){Yt(this,t)})}function Qs(t,e){
var n,r;return function(){var i=Q(this,t),o=i.tween;if(o!==n){r=n=o;for(var s=0,a=r.length;s<a;++s)if(r[s].name===e){r=r.slice(),r.splice(s,1);break}}i.tween=r}}function Js(t,e,n){var r,i;if(typeof n!=
"function")throw new Error;return function(){var o=Q(this,t),s=o.tween;if(s!==r){i=(r=s).slice();for(var a={name:e,value:n},u=0,l=i.length;u<l;++u)if(i[u].name===e){i[u]=a;break}u===l&&i.push(a)}o.tween=
i}}function js(t,e){var n=this._id;if(t+="",arguments.length<2){for(var r=Y(this.node(),n).tween,i=0,o=r.length,s;i<o;++i)if((s=r[i]).name===t)return s.value;return null}return this.each((e==null?Qs:Js)(
n,t,e))}function pn(t,e,n){var r=t._id;return t.each(function(){var i=Q(this,r);(i.value||(i.value={}))[e]=n.apply(this,arguments)}),function(i){return Y(i,r).value[e]}}function Kr(t,e){var n;return(typeof e==
"number"?ot:e instanceof wt?nn:(n=wt(e))?(e=n,nn):Ir)(t,e)}function ta(t){return function(){this.removeAttribute(t)}}function ea(t){return function(){this.removeAttributeNS(t.space,t.local)}}function na(t,e,n){
var r,i=n+"",o;return function(){var s=this.getAttribute(t);return s===i?null:s===r?o:o=e(r=s,n)}}function ra(t,e,n){var r,i=n+"",o;return function(){var s=this.getAttributeNS(t.space,t.local);return s===
i?null:s===r?o:o=e(r=s,n)}}function ia(t,e,n){var r,i,o;return function(){var s,a=n(this),u;return a==null?void this.removeAttribute(t):(s=this.getAttribute(t),u=a+"",s===u?null:s===r&&u===i?o:(i=u,o=
e(r=s,a)))}}function oa(t,e,n){var r,i,o;return function(){var s,a=n(this),u;return a==null?void this.removeAttributeNS(t.space,t.local):(s=this.getAttributeNS(t.space,t.local),u=a+"",s===u?null:s===r&&
u===i?o:(i=u,o=e(r=s,a)))}}function sa(t,e){var n=Pt(t),r=n==="transform"?Rr:Kr;return this.attrTween(t,typeof e=="function"?(n.local?oa:ia)(n,r,pn(this,"attr."+t,e)):e==null?(n.local?ea:ta)(n):(n.local?
ra:na)(n,r,e))}function aa(t,e){return function(n){this.setAttribute(t,e.call(this,n))}}function ua(t,e){return function(n){this.setAttributeNS(t.space,t.local,e.call(this,n))}}function la(t,e){var n,
r;function i(){var o=e.apply(this,arguments);return o!==r&&(n=(r=o)&&ua(t,o)),n}return i._value=e,i}function ca(t,e){var n,r;function i(){var o=e.apply(this,arguments);return o!==r&&(n=(r=o)&&aa(t,o)),
n}return i._value=e,i}function ha(t,e){var n="attr."+t;if(arguments.length<2)return(n=this.tween(n))&&n._value;if(e==null)return this.tween(n,null);if(typeof e!="function")throw new Error;var r=Pt(t);
return this.tween(n,(r.local?la:ca)(r,e))}function fa(t,e){return function(){dn(this,t).delay=+e.apply(this,arguments)}}function da(t,e){return e=+e,function(){dn(this,t).delay=e}}function pa(t){var e=this.
_id;return arguments.length?this.each((typeof t=="function"?fa:da)(e,t)):Y(this.node(),e).delay}function ma(t,e){return function(){Q(this,t).duration=+e.apply(this,arguments)}}function ga(t,e){return e=
+e,function(){Q(this,t).duration=e}}function ya(t){var e=this._id;return arguments.length?this.each((typeof t=="function"?ma:ga)(e,t)):Y(this.node(),e).duration}function wa(t,e){if(typeof e!="function")
throw new Error;return function(){Q(this,t).ease=e}}function xa(t){var e=this._id;return arguments.length?this.each(wa(e,t)):Y(this.node(),e).ease}function va(t,e){return function(){var n=e.apply(this,
arguments);if(typeof n!="function")throw new Error;Q(this,t).ease=n}}function ba(t){if(typeof t!="function")throw new Error;return this.each(va(this._id,t))}function _a(t){typeof t!="function"&&(t=Be(
t));for(var e=this._groups,n=e.length,r=new Array(n),i=0;i<n;++i)for(var o=e[i],s=o.length,a=r[i]=[],u,l=0;l<s;++l)(u=o[l])&&t.call(u,u.__data__,l,o)&&a.push(u);return new at(r,this._parents,this._name,
this._id)}function Ma(t){if(t._id!==this._id)throw new Error;for(var e=this._groups,n=t._groups,r=e.length,i=n.length,o=Math.min(r,i),s=new Array(r),a=0;a<o;++a)for(var u=e[a],l=n[a],c=u.length,h=s[a]=
new Array(c),d,p=0;p<c;++p)(d=u[p]||l[p])&&(h[p]=d);for(;a<r;++a)s[a]=e[a];return new at(s,this._parents,this._name,this._id)}function ka(t){return(t+"").trim().split(/^|\s+/).every(function(e){var n=e.
indexOf(".");return n>=0&&(e=e.slice(0,n)),!e||e==="start"})}function Aa(t,e,n){var r,i,o=ka(e)?dn:Q;return function(){var s=o(this,t),a=s.on;a!==r&&(i=(r=a).copy()).on(e,n),s.on=i}}function Sa(t,e){var n=this.
_id;return arguments.length<2?Y(this.node(),n).on.on(t):this.each(Aa(n,t,e))}function Ea(t){return function(){var e=this.parentNode;for(var n in this.__transition)if(+n!==t)return;e&&e.removeChild(this)}}
function Na(){return this.on("end.remove",Ea(this._id))}function Ta(t){var e=this._name,n=this._id;typeof t!="function"&&(t=re(t));for(var r=this._groups,i=r.length,o=new Array(i),s=0;s<i;++s)for(var a=r[s],
u=a.length,l=o[s]=new Array(u),c,h,d=0;d<u;++d)(c=a[d])&&(h=t.call(c,c.__data__,d,a))&&("__data__"in c&&(h.__data__=c.__data__),l[d]=h,_e(l[d],e,n,d,l,Y(c,n)));return new at(o,this._parents,e,n)}function Oa(t){
var e=this._name,n=this._id;typeof t!="function"&&(t=De(t));for(var r=this._groups,i=r.length,o=[],s=[],a=0;a<i;++a)for(var u=r[a],l=u.length,c,h=0;h<l;++h)if(c=u[h]){for(var d=t.call(c,c.__data__,h,u),
p,m=Y(c,n),v=0,S=d.length;v<S;++v)(p=d[v])&&_e(p,e,n,v,d,m);o.push(d),s.push(c)}return new at(o,s,e,n)}var Ca=dt.prototype.constructor;function Ia(){return new Ca(this._groups,this._parents)}function za(t,e){
var n,r,i;return function(){var o=ft(this,t),s=(this.style.removeProperty(t),ft(this,t));return o===s?null:o===n&&s===r?i:i=e(n=o,r=s)}}function Zr(t){return function(){this.style.removeProperty(t)}}function La(t,e,n){
var r,i=n+"",o;return function(){var s=ft(this,t);return s===i?null:s===r?o:o=e(r=s,n)}}function $a(t,e,n){var r,i,o;return function(){var s=ft(this,t),a=n(this),u=a+"";return a==null&&(u=a=(this.style.
removeProperty(t),ft(this,t))),s===u?null:s===r&&u===i?o:(i=u,o=e(r=s,a))}}function Ra(t,e){var n,r,i,o="style."+e,s="end."+o,a;return function(){var u=Q(this,t),l=u.on,c=u.value[o]==null?a||(a=Zr(e)):
void 0;(l!==n||i!==c)&&(r=(n=l).copy()).on(s,i=c),u.on=r}}function Pa(t,e,n){var r=(t+="")=="transform"?$r:Kr;return e==null?this.styleTween(t,za(t,r)).on("end.style."+t,Zr(t)):typeof e=="function"?this.
styleTween(t,$a(t,r,pn(this,"style."+t,e))).each(Ra(this._id,t)):this.styleTween(t,La(t,r,e),n).on("end.style."+t,null)}function Da(t,e,n){return function(r){this.style.setProperty(t,e.call(this,r),n)}}
function Ba(t,e,n){var r,i;function o(){var s=e.apply(this,arguments);return s!==i&&(r=(i=s)&&Da(t,s,n)),r}return o._value=e,o}function Fa(t,e,n){var r="style."+(t+="");if(arguments.length<2)return(r=
this.tween(r))&&r._value;if(e==null)return this.tween(r,null);if(typeof e!="function")throw new Error;return this.tween(r,Ba(t,e,n??""))}function Ha(t){return function(){this.textContent=t}}function qa(t){
return function(){var e=t(this);this.textContent=e??""}}function Va(t){return this.tween("text",typeof t=="function"?qa(pn(this,"text",t)):Ha(t==null?"":t+""))}function Ua(t){return function(e){this.textContent=
t.call(this,e)}}function Xa(t){var e,n;function r(){var i=t.apply(this,arguments);return i!==n&&(e=(n=i)&&Ua(i)),e}return r._value=t,r}function Ga(t){var e="text";if(arguments.length<1)return(e=this.tween(
e))&&e._value;if(t==null)return this.tween(e,null);if(typeof t!="function")throw new Error;return this.tween(e,Xa(t))}function Ya(){for(var t=this._name,e=this._id,n=Qr(),r=this._groups,i=r.length,o=0;o<
i;++o)for(var s=r[o],a=s.length,u,l=0;l<a;++l)if(u=s[l]){var c=Y(u,e);_e(u,t,n,l,s,{time:c.time+c.delay+c.duration,delay:0,duration:c.duration,ease:c.ease})}return new at(r,this._parents,t,n)}function Wa(){
var t,e,n=this,r=n._id,i=n.size();return new Promise(function(o,s){var a={value:s},u={value:function(){--i===0&&o()}};n.each(function(){var l=Q(this,r),c=l.on;c!==t&&(e=(t=c).copy(),e._.cancel.push(a),
e._.interrupt.push(a),e._.end.push(u)),l.on=e}),i===0&&o()})}var Ka=0;function at(t,e,n,r){this._groups=t,this._parents=e,this._name=n,this._id=r}function Za(t){return dt().transition(t)}function Qr(){
return++Ka}var st=dt.prototype;at.prototype=Za.prototype={constructor:at,select:Ta,selectAll:Oa,selectChild:st.selectChild,selectChildren:st.selectChildren,filter:_a,merge:Ma,selection:Ia,transition:Ya,
call:st.call,nodes:st.nodes,node:st.node,size:st.size,empty:st.empty,each:st.each,on:Sa,attr:sa,attrTween:ha,style:Pa,styleTween:Fa,text:Va,textTween:Ga,remove:Na,tween:js,delay:pa,duration:ya,ease:xa,
easeVarying:ba,end:Wa,[Symbol.iterator]:st[Symbol.iterator]};var Qa={time:null,delay:0,duration:250,ease:Xr};function Ja(t,e){for(var n;!(n=t.__transition)||!(n=n[e]);)if(!(t=t.parentNode))throw new Error(
`transition ${e} not found`);return n}function ja(t){var e,n;t instanceof at?(e=t._id,t=t._name):(e=Qr(),(n=Qa).time=we(),t=t==null?null:t+"");for(var r=this._groups,i=r.length,o=0;o<i;++o)for(var s=r[o],
a=s.length,u,l=0;l<a;++l)(u=s[l])&&_e(u,t,e,l,s,n||Ja(u,e));return new at(r,this._parents,t,e)}dt.prototype.interrupt=Zs;dt.prototype.transition=ja;var Me=t=>()=>t;function tu(t,{sourceEvent:e,target:n,transform:r,dispatch:i}){Object.defineProperties(this,{type:{value:t,enumerable:!0,configurable:!0},sourceEvent:{value:e,enumerable:!0,configurable:!0},
target:{value:n,enumerable:!0,configurable:!0},transform:{value:r,enumerable:!0,configurable:!0},_:{value:i}})}function ut(t,e,n){this.k=t,this.x=e,this.y=n}ut.prototype={constructor:ut,scale:function(t){
return t===1?this:new ut(this.k*t,this.x,this.y)},translate:function(t,e){return t===0&e===0?this:new ut(this.k,this.x+this.k*t,this.y+this.k*e)},apply:function(t){return[t[0]*this.k+this.x,t[1]*this.
k+this.y]},applyX:function(t){return t*this.k+this.x},applyY:function(t){return t*this.k+this.y},invert:function(t){return[(t[0]-this.x)/this.k,(t[1]-this.y)/this.k]},invertX:function(t){return(t-this.
x)/this.k},invertY:function(t){return(t-this.y)/this.k},rescaleX:function(t){return t.copy().domain(t.range().map(this.invertX,this).map(t.invert,t))},rescaleY:function(t){return t.copy().domain(t.range().
map(this.invertY,this).map(t.invert,t))},toString:function(){return"translate("+this.x+","+this.y+") scale("+this.k+")"}};var vt=new ut(1,0,0);eu.prototype=ut.prototype;function eu(t){for(;!t.__zoom;)
if(!(t=t.parentNode))return vt;return t.__zoom}function mn(t){t.stopImmediatePropagation()}function Wt(t){t.preventDefault(),t.stopImmediatePropagation()}function nu(t){return(!t.ctrlKey||t.type==="wh\
eel")&&!t.button}function ru(){var t=this;return t instanceof SVGElement?(t=t.ownerSVGElement||t,t.hasAttribute("viewBox")?(t=t.viewBox.baseVal,[[t.x,t.y],[t.x+t.width,t.y+t.height]]):[[0,0],[t.width.
baseVal.value,t.height.baseVal.value]]):[[0,0],[t.clientWidth,t.clientHeight]]}function Jr(){return this.__zoom||vt}function iu(t){return-t.deltaY*(t.deltaMode===1?.05:t.deltaMode?1:.002)*(t.ctrlKey?10:
1)}function ou(){return navigator.maxTouchPoints||"ontouchstart"in this}function su(t,e,n){var r=t.invertX(e[0][0])-n[0][0],i=t.invertX(e[1][0])-n[1][0],o=t.invertY(e[0][1])-n[0][1],s=t.invertY(e[1][1])-
n[1][1];return t.translate(i>r?(r+i)/2:Math.min(0,r)||Math.max(0,i),s>o?(o+s)/2:Math.min(0,o)||Math.max(0,s))}function gn(){var t=nu,e=ru,n=su,r=iu,i=ou,o=[0,1/0],s=[[-1/0,-1/0],[1/0,1/0]],a=250,u=Pr,
l=Dt("start","zoom","end"),c,h,d,p=500,m=150,v=0,S=10;function y(f){f.property("__zoom",Jr).on("wheel.zoom",bt,{passive:!1}).on("mousedown.zoom",N).on("dblclick.zoom",J).filter(i).on("touchstart.zoom",
_t).on("touchmove.zoom",Jt).on("touchend.zoom touchcancel.zoom",Lt).style("-webkit-tap-highlight-color","rgba(0,0,0,0)")}y.transform=function(f,w,g,x){var M=f.selection?f.selection():f;M.property("__z\
oom",Jr),f!==M?$(f,w,g,x):M.interrupt().each(function(){R(this,arguments).event(x).start().zoom(null,typeof w=="function"?w.apply(this,arguments):w).end()})},y.scaleBy=function(f,w,g,x){y.scaleTo(f,function(){
var M=this.__zoom.k,k=typeof w=="function"?w.apply(this,arguments):w;return M*k},g,x)},y.scaleTo=function(f,w,g,x){y.transform(f,function(){var M=e.apply(this,arguments),k=this.__zoom,A=g==null?P(M):typeof g==
"function"?g.apply(this,arguments):g,O=k.invert(A),I=typeof w=="function"?w.apply(this,arguments):w;return n(T(E(k,I),A,O),M,s)},g,x)},y.translateBy=function(f,w,g,x){y.transform(f,function(){return n(
this.__zoom.translate(typeof w=="function"?w.apply(this,arguments):w,typeof g=="function"?g.apply(this,arguments):g),e.apply(this,arguments),s)},null,x)},y.translateTo=function(f,w,g,x,M){y.transform(
f,function(){var k=e.apply(this,arguments),A=this.__zoom,O=x==null?P(k):typeof x=="function"?x.apply(this,arguments):x;return n(vt.translate(O[0],O[1]).scale(A.k).translate(typeof w=="function"?-w.apply(
this,arguments):-w,typeof g=="function"?-g.apply(this,arguments):-g),k,s)},x,M)};function E(f,w){return w=Math.max(o[0],Math.min(o[1],w)),w===f.k?f:new ut(w,f.x,f.y)}function T(f,w,g){var x=w[0]-g[0]*
f.k,M=w[1]-g[1]*f.k;return x===f.x&&M===f.y?f:new ut(f.k,x,M)}function P(f){return[(+f[0][0]+ +f[1][0])/2,(+f[0][1]+ +f[1][1])/2]}function $(f,w,g,x){f.on("start.zoom",function(){R(this,arguments).event(
x).start()}).on("interrupt.zoom end.zoom",function(){R(this,arguments).event(x).end()}).tween("zoom",function(){var M=this,k=arguments,A=R(M,k).event(x),O=e.apply(M,k),I=g==null?P(O):typeof g=="functi\
on"?g.apply(M,k):g,W=Math.max(O[1][0]-O[0][0],O[1][1]-O[0][1]),L=M.__zoom,U=typeof w=="function"?w.apply(M,k):w,j=u(L.invert(I).concat(W/L.k),U.invert(I).concat(W/U.k));return function(X){if(X===1)X=U;else{
var tt=j(X),Ce=W/tt[2];X=new ut(Ce,I[0]-tt[0]*Ce,I[1]-tt[1]*Ce)}A.zoom(null,X)}})}function R(f,w,g){return!g&&f.__zooming||new D(f,w)}function D(f,w){this.that=f,this.args=w,this.active=0,this.sourceEvent=
null,this.extent=e.apply(f,w),this.taps=0}D.prototype={event:function(f){return f&&(this.sourceEvent=f),this},start:function(){return++this.active===1&&(this.that.__zooming=this,this.emit("start")),this},
zoom:function(f,w){return this.mouse&&f!=="mouse"&&(this.mouse[1]=w.invert(this.mouse[0])),this.touch0&&f!=="touch"&&(this.touch0[1]=w.invert(this.touch0[0])),this.touch1&&f!=="touch"&&(this.touch1[1]=
w.invert(this.touch1[0])),this.that.__zoom=w,this.emit("zoom"),this},end:function(){return--this.active===0&&(delete this.that.__zooming,this.emit("end")),this},emit:function(f){var w=q(this.that).datum();
l.call(f,this.that,new tu(f,{sourceEvent:this.sourceEvent,target:y,transform:this.that.__zoom,dispatch:l}),w)}};function bt(f,...w){if(!t.apply(this,arguments))return;var g=R(this,w).event(f),x=this.__zoom,
M=Math.max(o[0],Math.min(o[1],x.k*Math.pow(2,r.apply(this,arguments)))),k=rt(f);if(g.wheel)(g.mouse[0][0]!==k[0]||g.mouse[0][1]!==k[1])&&(g.mouse[1]=x.invert(g.mouse[0]=k)),clearTimeout(g.wheel);else{
if(x.k===M)return;g.mouse=[k,x.invert(k)],Yt(this),g.start()}Wt(f),g.wheel=setTimeout(A,m),g.zoom("mouse",n(T(E(x,M),g.mouse[0],g.mouse[1]),g.extent,s));function A(){g.wheel=null,g.end()}}function N(f,...w){
if(d||!t.apply(this,arguments))return;var g=f.currentTarget,x=R(this,w,!0).event(f),M=q(f.view).on("mousemove.zoom",I,!0).on("mouseup.zoom",W,!0),k=rt(f,g),A=f.clientX,O=f.clientY;nr(f.view),mn(f),x.mouse=
[k,this.__zoom.invert(k)],Yt(this),x.start();function I(L){if(Wt(L),!x.moved){var U=L.clientX-A,j=L.clientY-O;x.moved=U*U+j*j>v}x.event(L).zoom("mouse",n(T(x.that.__zoom,x.mouse[0]=rt(L,g),x.mouse[1]),
x.extent,s))}function W(L){M.on("mousemove.zoom mouseup.zoom",null),rr(L.view,x.moved),Wt(L),x.event(L).end()}}function J(f,...w){if(t.apply(this,arguments)){var g=this.__zoom,x=rt(f.changedTouches?f.
changedTouches[0]:f,this),M=g.invert(x),k=g.k*(f.shiftKey?.5:2),A=n(T(E(g,k),x,M),e.apply(this,w),s);Wt(f),a>0?q(this).transition().duration(a).call($,A,x,f):q(this).call(y.transform,A,x,f)}}function _t(f,...w){
if(t.apply(this,arguments)){var g=f.touches,x=g.length,M=R(this,w,f.changedTouches.length===x).event(f),k,A,O,I;for(mn(f),A=0;A<x;++A)O=g[A],I=rt(O,this),I=[I,this.__zoom.invert(I),O.identifier],M.touch0?
!M.touch1&&M.touch0[2]!==I[2]&&(M.touch1=I,M.taps=0):(M.touch0=I,k=!0,M.taps=1+!!c);c&&(c=clearTimeout(c)),k&&(M.taps<2&&(h=I[0],c=setTimeout(function(){c=null},p)),Yt(this),M.start())}}function Jt(f,...w){
if(this.__zooming){var g=R(this,w).event(f),x=f.changedTouches,M=x.length,k,A,O,I;for(Wt(f),k=0;k<M;++k)A=x[k],O=rt(A,this),g.touch0&&g.touch0[2]===A.identifier?g.touch0[0]=O:g.touch1&&g.touch1[2]===A.
identifier&&(g.touch1[0]=O);if(A=g.that.__zoom,g.touch1){var W=g.touch0[0],L=g.touch0[1],U=g.touch1[0],j=g.touch1[1],X=(X=U[0]-W[0])*X+(X=U[1]-W[1])*X,tt=(tt=j[0]-L[0])*tt+(tt=j[1]-L[1])*tt;A=E(A,Math.
sqrt(X/tt)),O=[(W[0]+U[0])/2,(W[1]+U[1])/2],I=[(L[0]+j[0])/2,(L[1]+j[1])/2]}else if(g.touch0)O=g.touch0[0],I=g.touch0[1];else return;g.zoom("touch",n(T(A,O,I),g.extent,s))}}function Lt(f,...w){if(this.
__zooming){var g=R(this,w).event(f),x=f.changedTouches,M=x.length,k,A;for(mn(f),d&&clearTimeout(d),d=setTimeout(function(){d=null},p),k=0;k<M;++k)A=x[k],g.touch0&&g.touch0[2]===A.identifier?delete g.touch0:
g.touch1&&g.touch1[2]===A.identifier&&delete g.touch1;if(g.touch1&&!g.touch0&&(g.touch0=g.touch1,delete g.touch1),g.touch0)g.touch0[1]=this.__zoom.invert(g.touch0[0]);else if(g.end(),g.taps===2&&(A=rt(
A,this),Math.hypot(h[0]-A[0],h[1]-A[1])<S)){var O=q(this).on("dblclick.zoom");O&&O.apply(this,arguments)}}}return y.wheelDelta=function(f){return arguments.length?(r=typeof f=="function"?f:Me(+f),y):r},
y.filter=function(f){return arguments.length?(t=typeof f=="function"?f:Me(!!f),y):t},y.touchable=function(f){return arguments.length?(i=typeof f=="function"?f:Me(!!f),y):i},y.extent=function(f){return arguments.
length?(e=typeof f=="function"?f:Me([[+f[0][0],+f[0][1]],[+f[1][0],+f[1][1]]]),y):e},y.scaleExtent=function(f){return arguments.length?(o[0]=+f[0],o[1]=+f[1],y):[o[0],o[1]]},y.translateExtent=function(f){
return arguments.length?(s[0][0]=+f[0][0],s[1][0]=+f[1][0],s[0][1]=+f[0][1],s[1][1]=+f[1][1],y):[[s[0][0],s[0][1]],[s[1][0],s[1][1]]]},y.constrain=function(f){return arguments.length?(n=f,y):n},y.duration=
function(f){return arguments.length?(a=+f,y):a},y.interpolate=function(f){return arguments.length?(u=f,y):u},y.on=function(){var f=l.on.apply(l,arguments);return f===l?y:f},y.clickDistance=function(f){
return arguments.length?(v=(f=+f)*f,y):Math.sqrt(v)},y.tapDistance=function(f){return arguments.length?(S=+f,y):S},y}var yn=.7,Ae=80,ke=12;function wn(t,e,n,r){let[i,o]=[Math.cos(t.yaw),Math.sin(t.yaw)],[s,a]=[Math.cos(t.pitch),Math.sin(t.pitch)],u=i*e+o*r,l=i*r-o*e;return[u,s*n-a*l,a*n+s*l]}function jr(t,e){return t.
flat?1:3.2*t.radius/Math.max(.6*t.radius,3.2*t.radius-e)}function Zt(t,e,n,r){let[i,o,s]=[0,1,2].map(h=>n[3*r+h]-e.centre[h]),[a,u,l]=t.flat?[i,o,0]:wn(e,i,o,s),c=e.zoom*jr(t,l);return[t.width/2+a*t.scale[0]*
c,t.height/2-u*t.scale[1]*c,l]}function xn(t,e,n,r){let{zoom:i,centre:o,yaw:s,pitch:a}=e,[u,l]=[n/t.scale[0]/i,-r/t.scale[1]/i],c=[u,l,0];if(!t.flat){let[p,m,v,S]=[Math.cos(s),Math.sin(s),Math.cos(a),
Math.sin(a)],y=-S*l;c=[p*u-m*y,v*l,m*u+p*y]}let h=t.flat?t.reach:[t.radius,t.radius,t.radius],d=(p,m)=>C(-1.1*h[m],p-c[m],1.1*h[m]);return{...e,centre:o.map(d)}}function ti(t,e,n){let r=C(-Math.PI/2,t.
pitch+n,Math.PI/2);return{...t,yaw:t.yaw+e,pitch:r}}function ei(t,e,n,r=t.width/2,i=t.height/2){let o=C(yn,e.zoom*n,Ae),s=o/e.zoom,[a,u]=[r-t.width/2,i-t.height/2];return xn(t,{...e,zoom:o},a*(1-s),u*
(1-s))}function vn(t,e,n,r){let i=[0,1,2].map(u=>n.map(l=>r[3*l+u])).map(u=>[Math.min(...u),Math.max(...u)]),o=i.map(([u,l])=>(u+l)/2),s=i.map(([u,l])=>(l-u)/2+1e-6),a=t.flat?Math.min(t.reach[0]/s[0],
t.reach[1]/s[1]):t.radius/Math.hypot(...s);return{...e,centre:o,zoom:C(1,.85*a,Ae)}}function ni(t,e,n){let r=(i,o)=>i+n*(o-i);return{zoom:t.zoom*(e.zoom/t.zoom)**n,yaw:r(t.yaw,e.yaw),pitch:r(t.pitch,e.
pitch),centre:t.centre.map((i,o)=>r(i,e.centre[o]))}}function ri(t,e,{at:n,rank:r,x:i,y:o,bucket:s,order:a},u){let{width:l,height:c,flat:h,scale:d,radius:p}=t,[m,v,S]=e.centre,[y,E]=[e.zoom*d[0],e.zoom*
d[1]],[T,P]=[Math.cos(e.yaw),Math.sin(e.yaw)],[$,R]=[Math.cos(e.pitch),Math.sin(e.pitch)],D=new Uint32Array(51);for(let N=0;N<r.length;N++){let J=n[3*N]-m,_t=n[3*N+1]-v,Jt=9,Lt=1;if(!h){let g=n[3*N+2]-
S,x=T*g-P*J,M=R*_t+$*x;J=T*J+P*g,_t=$*_t-R*x,Lt=jr(t,M),Jt=C(0,Math.floor((M/p+1)*.5*10),9)}i[N]=Math.round((l/2+J*y*Lt)*u)/u,o[N]=Math.round((c/2-_t*E*Lt)*u)/u;let f=i[N]>-ke&&i[N]<l+ke&&o[N]>-ke&&o[N]<
c+ke,w=r[N]!==255&&f;s[N]=w?r[N]*10+Jt:255,w&&(D[s[N]+1]+=1)}for(let N=1;N<D.length;N++)D[N]+=D[N-1];let bt=D.slice();for(let N=0;N<r.length;N++)s[N]!==255&&(a[bt[s[N]]++]=N);return D}var bn=6,uu=16,lu=400;function cu(t,e,n){let r=e.k/t.k,[i,o]=[e.x-r*t.x,e.y-r*t.y],s=n[0]-(n[0]-i)/r,a=n[1]-(n[1]-o)/r;return{factor:r,across:s,down:a}}function hu(t){return-C(-150,t.deltaY*[1,uu,lu][t.
deltaMode],150)*(t.ctrlKey?.01:.002)*Math.LOG2E}function fu(t,e){let r=(t.targetTouches?.length?[...t.targetTouches]:[t]).map(o=>ee(o,e)),i=o=>r.reduce((s,a)=>s+a[o],0)/r.length;return[i(0),i(1)]}function ii(t,{
zoomOfView:e,zoomAt:n,drag:r,dragging:i}){let o=q(t),s=gn().scaleExtent([yn,Ae]).filter(m=>!m.button).wheelDelta(hu).clickDistance(bn),a=vt,u=null,l=!1,c=!1,h=()=>{Math.abs(a.k/e()-1)<1e-9||(c=!0,o.call(
s.transform,vt.scale(e())),c=!1,a=t.__zoom)};for(let m of["wheel","mousedown","touchstart"])t.addEventListener(m,h,{passive:!0});let d=m=>m.deltaY<0&&m.preventDefault();t.addEventListener("wheel",d,{passive:!1});
let p=m=>{if(m.touches.length>1)m.preventDefault();else if(m.type==="touchmove"&&!l&&u){let v=(m.touches[0].clientX-u.finger)/et(t);Math.abs(v)<bn&&m.stopImmediatePropagation()}};for(let m of["touchst\
art","touchmove"])t.addEventListener(m,p,{passive:!1});s.on("start",({sourceEvent:m})=>{c||!m||(u={transform:t.__zoom,finger:m.touches?.[0].clientX},a=t.__zoom,l=!1)}),s.on("zoom",({transform:m,sourceEvent:v})=>{
if(c)return;let S=et(t),y=({k:P,x:$,y:R})=>({k:P,x:$/S,y:R/S}),E=fu(v,t),T=cu(y(a),y(m),E);if(v.type==="wheel"){a=m,n(T.factor,...E);return}l||=v.type==="touchmove"||Math.hypot(T.across,T.down)>=bn,l&&
(a=m,i(!0),r(T.across,T.down,v),T.factor!==1&&n(T.factor,...E))}),s.on("end",()=>{c||(u=null,l&&i(!1),l=!1)}),o.call(s).on("dblclick.zoom",null);for(let m of["mousedown.zoom","touchstart.zoom","touche\
nd.zoom"]){let v=o.on(m);v&&o.on(m,function(S,...y){S.stopImmediatePropagation=()=>{},v.call(this,S,...y)})}}var Se=12,du=3;function oi({x:t,y:e,order:n,seen:r,bucket:i},[o,s],a=Se){let u=-1,l=a;for(let c=0;c<r;c++){let h=n[c],d=Math.hypot(t[h]-o,e[h]-s),p=i[h]>=20?du:0;d<a&&d-p<=l&&(u=h,l=d-p)}return u}var si=.008,pu={ArrowLeft:[-1,0],ArrowRight:[1,0],ArrowUp:[0,-1],ArrowDown:[0,1]},mu={"+":1.25,"=":1.25,"-":.8};function ai(t){gu(t),yu(t),t.root.addEventListener("keydown",e=>{e.key==="Escape"&&(e.preventDefault(),
t.query&&e.composedPath()[0]===t.search?(t.search.value="",t.searchFor("")):t.back())})}function gu(t){let{canvas:e}=t,n=(o,s)=>oi(t,ee(o,e),s),r="mouse",i=!1;ii(e,{zoomOfView:()=>t.view.zoom,zoomAt:(o,s,a)=>t.
zoomAt(o,s,a),drag:(o,s,a)=>{t.flat||a.shiftKey?t.pan(o,s):t.turn3d(o*si,s*si)},dragging:o=>{i=o,o&&t.pointAt(-1),e.style.cursor=o?"grabbing":"grab"}}),e.addEventListener("pointerdown",o=>{r=o.pointerType}),
e.addEventListener("pointermove",o=>{o.pointerType==="mouse"&&!o.buttons&&!i&&t.pointAt(n(o))}),e.addEventListener("pointerleave",()=>t.pointAt(-1)),e.addEventListener("click",o=>{let s=n(o,r==="mouse"?
Se:2*Se);s>=0&&t.choose(s)}),e.addEventListener("dblclick",o=>{n(o)<0&&t.reset()}),e.addEventListener("keydown",o=>{let[s,a]=[pu[o.key],mu[o.key]];o.ctrlKey||o.metaKey||o.altKey||!(s||a)||(o.preventDefault(),
a?t.zoomAt(a):t.flat?t.pan(-40*s[0],-40*s[1]):t.turn3d(.12*s[0],.12*s[1]))})}function yu(t){let{slider:e,search:n,list:r}=t;e.addEventListener("input",()=>t.goTo(Number(e.value))),e.addEventListener("\
change",()=>t.tell()),n.addEventListener("input",()=>t.searchFor(n.value)),n.addEventListener("keydown",i=>{i.key!=="Enter"||!t.matches.length||t.choose(t.matches[t.turn++%t.matches.length])}),r.addEventListener(
"keydown",i=>{let o={ArrowUp:-1,ArrowDown:1}[i.key],s=[...r.querySelectorAll("button")];if(!o||!s.length)return;i.preventDefault();let a=s.indexOf(t.root.getRootNode().activeElement);s[C(0,a+o,s.length-
1)].focus()})}var Qt=(t,e,n=[1])=>(r,i)=>{for(let o=0;o<t;o++){let s=e+2*Math.PI*o/t,a=i*n[o%n.length];r.lineTo(a*Math.sin(s),-a*Math.cos(s))}r.closePath()},ui=t=>(e,n)=>{e.rotate(t);for(let[r,i]of[[.4,1.2],[1.2,.4]])
e.rect(-r*n,-i*n,2*r*n,2*i*n)},_n=(t,e)=>t.arc(0,0,e,0,2*Math.PI),li=[_n,Qt(4,Math.PI/4,[1.25]),Qt(3,0,[1.4]),Qt(4,0,[1.35]),ui(0),Qt(3,Math.PI,[1.4]),ui(Math.PI/4),Qt(10,0,[1.5,.65])];var wu=[1,.45,.16];function Mn(t,e,n,r,i=0,o=!1){t.beginPath(),(n<0?_n:li[n])(t,r),t.strokeStyle=`rgb(${e.paper})`,t.lineWidth=2,t.stroke();let s=o?ct(e.muted):e.grey,a=n>=0?e.groups[n]:s;t.fillStyle=
`rgb(${$t(a,e.paper,i)})`,t.fill()}var Ee=class{constructor({size:e,ratio:n,flat:r,width:i,height:o,colours:s}){Object.assign(this,{size:e,ratio:n,flat:r,width:i,height:o,colours:s,drawn:[]})}get(e,n,r,i){
let o=(((e+1)*10+n)*2+r)*3+i;return this.drawn[o]??=this.draw(e,n,r,i)}draw(e,n,r,i){let o=n/9,s=this.flat?1:.65+.5*o,a=(this.size+(r?2.5:0))*s*(e<0&&!r?.85:1),u=Math.ceil((1.6*a+2)*this.ratio),l=2*u,
h=new OffscreenCanvas(l,l).getContext("2d",{willReadFrequently:!0});h.translate(u,u),h.scale(this.ratio,this.ratio),h.globalAlpha=wu[i],Mn(h,this.colours,e,a,this.flat?0:.62*(1-o),r);let d=h.getImageData(
0,0,l,l).data,p=[];for(let E=0;E<d.length;E+=4)d[E+3]&&p.push(E);let m=Int16Array.from(p,E=>E/4%l-u),S=Int32Array.from(p,(E,T)=>4*((Math.floor(E/4/l)-u)*this.width+m[T])),y=Uint8Array.from(p.flatMap(E=>[
...d.subarray(E,E+4)]));return{radius:a,half:u,columns:m,offsets:S,colours:y}}copy(e,{half:n,columns:r,offsets:i,colours:o},s,a){let{width:u,height:l}=this,c=4*(a*u+s),h=s>=n&&a>=n&&s+n<u&&a+n<l;for(let d=0;d<
i.length;d++){let p=c+i[d],m=s+r[d];if(!h&&(p<0||p>=e.length||m<0||m>=u))continue;let v=o[4*d+3],S=255-v;for(let y=0;y<3;y++)e[p+y]=(o[4*d+y]*v+e[p+y]*S)/255}}};var kn=[...Array(68).keys()],xu=[[1,0],[-1,0],[0,-1],[0,1],[1,-1],[-1,-1],[1,1],[-1,1]],It=t=>t>=8;function vu(t,e,n,r,i,o){if(!It(t)){let[l,c]=xu[t],h=l&&c?.75:1;return[e-r/2+l*h*(o+r/2),n-i/2+c*h*(o+
i/2)]}let s=Math.floor((t-8)/12),a=(t-8)%12*(Math.PI/6),u=24+20*s;return[e-r/2+Math.cos(a)*(u+r/2),n-i/2+Math.sin(a)*u]}function bu(t,e){if(t===void 0||t>=e)return kn.slice(0,e);let n=kn.slice(0,Math.
min(e,8)),r=kn.slice(8,e);return It(t)?[...n,t,...r]:[t,...n,...r]}var Ne=class{constructor({width:e,height:n,x:r,y:i,order:o,seen:s,size:a}){Object.assign(this,{width:e,height:n,x:r,y:i,seen:s,size:a}),
this.shelves=Array.from({length:Math.ceil(n/32)+1},()=>[]),this.across=Math.ceil(e/16)+2;let u=this.across*(Math.ceil(n/16)+2);this.dots=Array.from({length:u},()=>[]);for(let l=0;l<s;l++)this.dotsNear(
o[l]).push(o[l])}dotsNear(e){let n=Math.floor(this.y[e]/16)+1;return this.dots[n*this.across+Math.floor(this.x[e]/16)+1]}shelvesOf(e,n){return this.shelves.slice(Math.floor(e/32),Math.floor((e+n)/32)+
1)}isFree(e,n,r,i){return e<3||n<3||e+r>this.width-3||n+i>this.height-3?!1:this.shelvesOf(n,i).every(o=>o.every(([s,a,u,l])=>e>=u+3||s>=e+r+3||n>=l+1||a>=n+i+1))}reserve(e,n,r,i){let o=[e,n,e+r,n+i];for(let s of this.
shelvesOf(n,i))s.push(o)}countCovered(e,n,r,i,o,s){let a=.7*this.size,u=d=>Math.floor(d/16)+1,{x:l,y:c}=this,h=0;for(let d=u(n-a);d<=u(n+i+a);d++)for(let p=u(e-a);p<=u(e+r+a);p++)for(let m of this.dots[d*
this.across+p]??[])if(!(m===o||l[m]<e-a||l[m]>e+r+a)&&!(c[m]<n-a||c[m]>n+i+a)&&++h>s)return h;return h}place(e,{wide:n,high:r,gap:i,last:o,slots:s,crowd:a}){let u=null;for(let l of bu(o,s)){if(u&&It(l)&&
(this.seen>300||l>=32))break;let[c,h]=vu(l,this.x[e],this.y[e],n,r,i);if(!this.isFree(c,h,n,r))continue;let d=this.countCovered(c,h,n,r,e,u?.covered??a);if(!(d>a)&&!(u&&(d>=u.covered||It(l)&&d))&&(u={
slot:l,left:c,top:h,covered:d},d===0||l===o&&s===4))break}return u&&this.reserve(u.left,u.top,n,r),u}};var ci=[[1,0,0],[0,1,0],[0,0,1]];function hi(t){let{canvas:e,width:n,height:r}=t,i=Math.min((window.devicePixelRatio||1)*et(e),2),[o,s]=[Math.round(n*i),Math.round(r*i)];return t.ratio=i,e.width===o&&
e.height===s?!1:(Object.assign(e,{width:o,height:s}),Object.assign(e.style,{width:`${n}px`,height:`${r}px`}),t.image=t.pen.createImageData(o,s),t.pixels=new Uint8Array(t.image.data.buffer),!0)}function fi(t){
let{order:e,x:n,y:r,ratio:i,pixels:o,markers:s}=t,a=new Uint32Array(new Uint8Array([...t.colours.paper,255]).buffer)[0];new Uint32Array(o.buffer).fill(a);for(let u=0;u<t.seen;u++){let l=e[u],[c,h]=[Math.
round(n[l]*i),Math.round(r[l]*i)];s.copy(o,t.markerOf(l),c,h)}t.pen.putImageData(t.image,0,0)}function An(t,e,n){if(t.bucket[e]===255)return;let{pen:r,colours:i,theme:o}=t,s=[[`rgb(${i.paper})`,n+3],[
o.text,n]];for(let[a,u]of s)r.beginPath(),r.arc(t.x[e],t.y[e],t.markerOf(e).radius+4,0,2*Math.PI),r.strokeStyle=a,r.lineWidth=u,r.stroke()}function di(t){let{pen:e,x:n,y:r,data:i,colours:o,chosen:s}=t;
e.lineWidth=1.25;for(let a of i.paths&&!t.isolated?t.strong:[]){if(t.bucket[a]===255)continue;let u=i.groups[a],c=t.places.slice(0,t.step).map(h=>Zt(t,t.view,h,a));e.strokeStyle=`rgb(${u<0?o.grey:o.groups[u]}\
)`,e.globalAlpha=t.faded&&t.rank[a]<3?.25:.8,Te(e,[...c,[n[a],r[a]]],0,t.markerOf(a).radius)}e.strokeStyle=t.theme.text,e.globalAlpha=.35;for(let a of t.links){let u=[[n[s],r[s]],[n[a],r[a]]];Te(e,u,14,
t.markerOf(a).radius)}e.globalAlpha=1}function Te(t,e,n,r){if(e.length<2)return;let i=([o,s],[a,u],l)=>{let c=Math.min(1,l/(Math.hypot(a-o,u-s)||1));return[o+c*(a-o),s+c*(u-s)]};t.beginPath(),t.moveTo(
...i(e[0],e[1],n));for(let[o,s]of e.slice(1,-1))t.lineTo(o,s);t.lineTo(...i(e.at(-1),e.at(-2),r)),t.stroke()}function pi(t){if(t.flat)return;let{pen:e,theme:n,view:r,reach:i}=t;e.strokeStyle=n.muted,e.
lineWidth=1,e.globalAlpha=.35;let o=(l,c,h)=>{let d=l.map(p=>p*h*1.08*i[c]);return Zt(t,r,d,0)};t.ends=ci.map((l,c)=>[-1,1].map(h=>o(l,c,h)));for(let[l,c]of t.ends)e.beginPath(),e.moveTo(l[0],l[1]),e.
lineTo(c[0],c[1]),e.stroke();e.globalAlpha=1;let s=40,a=t.height-40;e.font=n.font(12,!1),e.textAlign="center";let u=ci.map((l,c)=>[...wn(r,...l),c]);for(let[l,c,h,d]of u.sort((p,m)=>p[2]-m[2]))e.globalAlpha=
.65+.35*C(0,h,1),e.strokeStyle=e.fillStyle=n.text,e.lineWidth=1.5,e.beginPath(),e.moveTo(s,a),e.lineTo(s+22*l,a-22*c),e.stroke(),e.fillText(d+1,s+31*l,a-31*c);e.globalAlpha=1}function gi(t){let{bucket:e,count:n,width:r,height:i,starts:o,order:s,seen:a}=t,u=new Ne({...t,size:t.markers.size});t.drawn=[],t.flat||u.reserve(4,i-76,72,72),Mu(t,u);for(let m of t.sure)e[m]!==255&&
mi(t,u,m,68,99);let l=a>300?2:0,c=t.drawn.length+Math.round(r*i/(a>300?7500:3500)),h=new Uint8Array(n),d=[],p=(m,v)=>{h[m]||t.drawn.length>=c||e[m]>=20||(h[m]=1,mi(t,u,m,4,v)&&d.push(m))};for(let m of t.
named)p(m,l+2);for(let m=19;m>=0;m--)for(let v=o[m];v<o[m+1];v++)u.dotsNear(s[v]).length<=l+1&&p(s[v],l);t.named=d,Au(t)}function Mu(t,e){let{data:n,width:r,height:i,theme:o,pen:s}=t;if(!n.axes.length)
return;let a=t.letters+1;s.font=o.font(a,!0);let u=(c,h,d)=>{let p=s.measureText(c).width,m=C(6,h-p/2,r-p-6),v=C(6,d-a/2-2,i-a-10);if(!e.isFree(m,v,p,a+4))return;e.reserve(m,v,p,a+4);let S=v+a/2+2;t.drawn.
push({text:c,left:m,top:S,bold:!0,size:a,colour:o.muted,alpha:1})},l=n.axes.map(c=>c.map(At));if(t.flat){u(`← ${l[0][0]}`,0,i/2),u(`${l[0][1]} →`,r,i/2),u(`↓ ${l[1][0]}`,r/2,i),u(`↑ ${l[1][1]}`,
r/2,0);return}l.forEach((c,h)=>{c.forEach((d,p)=>u(d,t.ends[h][p][0],t.ends[h][p][1]))})}function mi(t,e,n,r,i){let o=t.rank[n],s=o>=2,a=t.letters,u=a+3,l=t.widths[2*n+Number(s)]||=ku(t,n,s),c=t.markerOf(
n).radius+(o===4?8:3),h=t.slots.get(n),d=e.place(n,{wide:l,high:u,gap:c,last:h,slots:r,crowd:i});return d?(t.slots.set(n,d.slot),t.drawn.push({point:n,text:At(t.data.names[n]),left:d.left,top:d.top+u/
2,wide:l,bold:s,size:a,colour:t.theme.text,alpha:t.faded&&o<3?.65:1,far:It(d.slot)}),!0):!1}function ku(t,e,n){return t.pen.font=t.theme.font(t.letters,n),t.pen.measureText(At(t.data.names[e])).width}
function Au(t){let{pen:e,theme:n}=t;e.textAlign="left",e.lineJoin="round";for(let{point:r,text:i,left:o,top:s,wide:a,bold:u,size:l,colour:c,alpha:h,far:d}of t.drawn){if(e.globalAlpha=h,d){e.strokeStyle=
n.muted,e.lineWidth=1;let p=[t.x[r],t.y[r]],m=[C(o,p[0],o+a),s];Te(e,[p,m],t.markerOf(r).radius,0)}e.font=n.font(l,u),e.strokeStyle=`rgb(${t.colours.paper})`,e.lineWidth=3,e.strokeText(i,o,s),e.fillStyle=
c,e.fillText(i,o,s)}e.globalAlpha=1}var Oe=t=>t===1?_("1 point"):_("{count} points",{count:Mt(t)}),Su=t=>t===1?_("1 group"):_("{count} groups",{count:t});function Sn(t){let e=Eu(t);t.reading.textContent!==e&&(t.reading.textContent=e),t.
canvas.setAttribute("aria-label",Tu(t)),Ou(t)}function Eu(t){let{data:e,chosen:n,hover:r}=t,i=t.near(n);if(r>=0)return yi(t,r);if(n<0)return Nu(t);if(!i.length)return yi(t,n);let o=t.distances(n),s=i.
slice(0,3).map((u,l)=>`${nt(e.names[u])} ${kt(o[l],2)}`),a={word:nt(e.names[n]),step:t.stepText(),words:s.join(", ")};return _("Nearest to {word}{step}: {words}.",a)}function yi(t,e){let{data:n}=t,r=t.
groupName(e),i=nt(n.names[e])+(r&&` (${r})`),o=n.details[e];return o?_("{word}: {detail}",{word:i,detail:o}):i}function Nu({data:t,flat:e}){let n=t.near?_("Click a point for its neighbours."):_("Click\
 a point for its details."),r=e?_("Drag to move, wheel or two fingers to zoom, double-click to see all."):_("Drag to turn, wheel or two fingers to zoom, double-click to see all.");return`${n} ${r}`}function Tu(t){
let{data:e,chosen:n,flat:r}=t,i={title:e.title||_("Points"),step:t.stepText(),points:Oe(t.count),dimensions:e.dimensions,groups:Su(e.group_names.length),names:e.group_names.join(", ")},o=[e.group_names.
length?_("{title}{step}: {points} in {dimensions} dimensions, {groups} ({names}).",i):_("{title}{step}: {points} in {dimensions} dimensions.",i)];return n>=0&&o.push(_("{word} is chosen.",{word:nt(e.names[n])})),
o.push(r?_("Arrow keys move it, plus and minus zoom, Escape goes back."):_("Arrow keys turn it, plus and minus zoom, Escape goes back.")),o.join(" ")}function Ou({tip:t,hover:e,data:n}){if(t.hidden=e<
0,e<0)return;let r=n.group_names[n.groups[e]];t.replaceChildren(b("strong","",n.names[e])),n.details[e]&&t.append(b("div","",n.details[e])),r&&t.append(b("div","faint",r))}function wi({tip:t,hover:e,x:n,
y:r,width:i,height:o}){if(e<0)return;let[s,a]=[t.offsetWidth,t.offsetHeight],u=C(4,n[e]+12,i-s-4),l=r[e]+16,c=l+a<o-4?l:r[e]-a-14;t.style.transform=`translate(${Math.round(u)}px, ${Math.round(Math.max(
4,c))}px)`}var Cu=500;function xi(t,e){let n=b("canvas"),r=In(n,16,16);return r.translate(8,8),Mn(r,t.colours,e,5),n}function vi(t){let{data:e}=t,n=new Map;for(let i of e.groups)n.set(i,(n.get(i)??0)+1);let r=e.
group_names.map((i,o)=>[i,o]);r.length&&n.has(-1)&&r.push([_("others"),-1]),t.toggles=r.map(([i,o])=>{let s=b("button"),a=Mt(n.get(o)??0);return s.append(xi(t,o),b("span","",i),b("span","count",a)),s.
addEventListener("click",()=>t.toggle(o)),{button:s,group:o}}),t.groups.replaceChildren(...t.toggles.map(({button:i})=>i))}function bi(t){for(let{button:e,group:n}of t.toggles){let r=t.hidden.has(n);e.
setAttribute("aria-pressed",!r),e.title=r?_("Show this group"):_("Hide this group")}}function _i(t){let{data:e,chosen:n,list:r}=t,i=JSON.stringify([e.mark,t.step,n,t.theme.dark,t.letters]);if(i===t.listed)
return;if(t.listed=i,r.scrollTop=0,n<0){let u=e.near?_("Click a point, or find a word, to see its nearest neighbours here."):_("Click a point, or find a word, to read more about it here.");r.replaceChildren(
b("p","about faint",u));return}let o=t.near(n),s=r.contains(t.root.getRootNode().activeElement),a=[b("p","chosen",e.names[n])];if(e.details[n]&&a.push(b("p","about",e.details[n])),t.groupName(n)&&a.push(
b("p","about faint",t.groupName(n))),o.length){let u=_("Nearest{step} and their cosine distances:",{step:t.stepText()}),l=t.distances(n),c=b("ol","near");c.append(...o.map((h,d)=>Iu(t,h,l[d]))),a.push(
b("p","about faint",u),c)}r.replaceChildren(...a),s&&r.querySelector("button")?.focus()}function Iu(t,e,n){let{data:r}=t,i=b("button");i.append(xi(t,r.groups[e]),b("span","name",r.names[e]),b("span","\
number",kt(n,2))),r.details[e]&&i.append(b("span","detail",r.details[e])),i.addEventListener("click",()=>t.choose(e)),i.addEventListener("pointerenter",s=>{s.pointerType==="mouse"&&t.pointAt(e)}),i.addEventListener(
"pointerleave",()=>t.pointAt(-1));let o=b("li");return o.append(i),o}function Mi(t){let{data:e,query:n}=t,r=[...Array(t.count).keys()].filter(p=>!t.strong.has(p)),i=n?t.matches:[...t.strong,...r],o=i.
slice(0,Cu),s=e.axes.map(([p,m])=>_("{low} to {high}",{low:p,high:m})).join(", "),a={[_("about")]:p=>e.details[p],[_("group")]:p=>t.groupName(p),[s||_("place")]:p=>e.near&&!s?"":zu(t,p),[_("nearest, b\
y cosine distance")]:p=>Lu(t,p)},u=Object.entries(a).filter(([,p])=>o.some(p)),l=n?_("{points} with {word}",{points:Oe(i.length),word:nt(n)}):Oe(i.length),c=i.length>o.length?_("the first {count} of {\
points}",{count:o.length,points:l}):l,h={title:e.title,step:t.stepText(),points:c},d=Bn(_("{title}{step}: {points}",h),o.map(p=>e.names[p]),u.map(([p])=>p),(p,m)=>u[m][1](o[p]));t.table.replaceChildren(
d)}function zu({data:t,step:e,count:n},r){let i=(e*n+r)*t.dimensions,o=(a,u)=>a+t.numbers[i+u]/t.steps*(t.most[u]-a);return t.least.map((a,u)=>kt(o(a,u),2)).map(a=>a.replace("-","−")).join("; ")}function Lu(t,e){
let n=t.distances(e);return t.near(e).slice(0,3).map((i,o)=>`${t.data.names[i]} ${kt(n[o],2)}`).join(", ")}function ki({numbers:t,steps:e,names:n,dimensions:r,step_names:i},o){let s=n.length;return i.map((a,u)=>{let l=new Float32Array(3*s);for(let c=0;c<s;c++)for(let h=0;h<r;h++){let d=t[(u*s+c)*r+h]/e;l[3*
c+h]=(2*d-1)*o[h]}return l})}function Ai(t){let e=1e-6;for(let n=0;n<t.length;n+=3)e=Math.max(e,t[n]**2+t[n+1]**2+t[n+2]**2);return Math.sqrt(e)}var Pu=180,Du=40,Si=t=>t.normalize("NFKD").replace(/\p{M}/gu,"").toLowerCase(),En=class{constructor(e){this.root=e,this.sent=new Set,this.hidden=new Set,this.step=0,this.chosen=this.hover=-1,this.query=
"",this.matches=[],this.named=[],qn(this),ai(this),On(e,()=>this.arrange())}show(e){Vn(this);let n=this.setting(e.step,e.chosen),r=!!this.data,i=e.mark!==this.data?.mark;i&&this.setData(e),n!==this.asked&&
!this.sent.delete(n)&&(this.choose(e.chosen,!1),this.goTo(e.step,r&&!i)),n===this.setting()&&this.sent.clear(),this.asked=n,i&&this.refresh()}setting(e=this.step,n=this.chosen){return`step=${e+1},chos\
en=${n<0?"":n+1}`}tell(){this.sent.add(this.setting()),this.keep({step:this.step+1,chosen:this.chosen<0?null:this.chosen+1})}setData(e){let n=this.data,r=e.names.length,{dimensions:i}=e,o=e.step_names.
length,s=e.least.map((c,h)=>(e.most[h]-c)/2),a=e.axes.length?s:s.map(()=>Math.max(...s)),u=[...s.map((c,h)=>c/a[h]),0].slice(0,3);Object.assign(this,{data:e,count:r,flat:i===2,reach:u}),this.places=ki(
e,this.reach),this.radius=Math.max(...this.places.map(Ai)),this.nearFrom=o*r*i,this.farFrom=this.nearFrom+o*r*e.near,this.step=Math.min(this.step,o-1),this.at=this.places[this.step].slice(),this.strong=
new Set(e.strong),this.known=null,this.walk=this.flight=null,this.hover=-1,this.named=[],this.slots=new Map,this.x=new Float32Array(r),this.y=new Float32Array(r),this.widths=new Float32Array(2*r),this.
rank=new Uint8Array(r),this.bucket=new Uint8Array(r),this.order=new Uint32Array(r),this.chosen>=r&&(this.chosen=-1),(n?.dimensions!==i||e.frame!==null)&&(this.view=this.before=this.opening()),this.isolated&&
(this.chosen<0||!e.near)&&(this.isolated=!1,this.view=this.before);let l=JSON.stringify(e.group_names);JSON.stringify(n?.group_names)!==l&&this.hidden.clear(),this.fillFrame(),this.find(),this.arrange(),
this.isolated&&this.fly(this.closeUp())}fillFrame(){let{data:e}=this,n=Math.max(...e.step_names.map(r=>r.length));this.title.textContent=e.title,this.title.hidden=!e.title,this.full.hidden=!this.count,
this.empty.hidden=!!this.count,this.sliderBox.hidden=e.step_names.length<2,this.note.hidden=!e.notes.some(Boolean),this.slider.max=e.step_names.length-1,this.stepName.style.minWidth=`${Math.min(n,20)*
.56}em`}near(e){return e<0?[]:this.row(this.nearFrom,e)}row(e,n){let r=e+(this.step*this.count+n)*this.data.near;return[...this.data.numbers.subarray(r,r+this.data.near)]}distances(e){let{steps:n,farthest:r}=this.
data;return this.row(this.farFrom,e).map(i=>Dn(i,n,0,r))}groupName(e){return this.data.group_names[this.data.groups[e]]??""}stepText(){let e=this.data.step_names;return e.length>1?` (${e[this.step]})`:
""}goTo(e,n=!0){e===this.step&&!this.walk||(this.step=e,this.walk={start:performance.now(),from:this.at.slice(),to:this.places[e],slowly:n},this.isolated&&this.fly(this.closeUp()),this.refresh())}choose(e,n=!0){
e!==this.chosen&&(this.chosen=e,e<0&&this.isolated&&this.back(),this.isolated?this.fly(this.closeUp()):e>=0&&n&&this.width&&this.panIntoView(e),this.refresh(),n&&this.tell())}isolate(){this.chosen<0||
this.isolated||!this.data.near||(this.isolated=!0,this.before=this.flight?.to??this.view,this.fly(this.closeUp()),this.refresh())}back(){this.isolated?(this.isolated=!1,this.fly(this.before)):this.choose(
-1),this.refresh()}searchFor(e){this.query=e,this.find(),this.refresh()}find(){let e=Si(this.query.trim());this.known??=this.data.names.map(Si);let n=[];e&&this.known.forEach((o,s)=>o.startsWith(e)&&n.
push(s));let r=n.filter(o=>this.known[o]===e);this.matches=[...r,...n.filter(o=>this.known[o]!==e)],this.turn=0;let i=e?this.countText(n.length):"";this.found.textContent!==i&&(this.found.textContent=
i)}countText(e){return e?e===1?_("1 found"):_("{count} found",{count:Mt(e)}):_("no word {word} here",{word:nt(At(this.query.trim()))})}toggle(e){this.hidden.delete(e)||this.hidden.add(e),this.refresh()}refresh(){
if(!this.count||!this.data)return this.settled();this.rankPoints();let{data:e}=this;this.slider.value=this.step,this.slider.setAttribute("aria-valuetext",e.step_names[this.step]),this.stepName.textContent=
e.step_names[this.step],this.note.textContent=e.notes[this.step],this.isolateButton.hidden=!e.near,this.isolateButton.setAttribute("aria-disabled",this.chosen<0||!!this.isolated),this.backButton.setAttribute(
"aria-disabled",this.chosen<0),this.fillPanel(),Sn(this),this.changed()}rankPoints(){let{rank:e,data:n,hidden:r}=this,i=this.near(this.chosen),o=new Set([...i,...this.matches]);this.faded=i.length>0||
this.matches.length>0;for(let u=0;u<this.count;u++){let l=n.groups[u],c=u===this.chosen||i.includes(u);(this.isolated||r.has(l))&&!c?e[u]=255:u===this.chosen?e[u]=4:o.has(u)?e[u]=3:this.strong.has(u)?
e[u]=2:e[u]=l<0?0:1}e[this.hover]===255&&(this.hover=-1);let s=this.chosen<0?[]:[this.chosen],a=this.matches.slice(0,Du);this.sure=[...new Set([...this.strong,...s,...i,...a])],this.links=i}fillPanel(){
this.theme&&(_i(this),this.table.hidden?this.table.replaceChildren():Mi(this),bi(this))}showTable(e){this.table.hidden=!e,this.body.hidden=e,e||this.arrange(),this.fillPanel()}pointAt(e){e!==this.hover&&
(this.hover=e>=0&&this.bucket[e]!==255?e:-1,this.canvas.style.cursor=this.hover>=0?"pointer":"grab",Sn(this),this.changed())}opening(){let e={zoom:1,centre:[0,0,0],yaw:-.5,pitch:.3},{frame:n}=this.data;
return n===null||!this.count?e:vn(this,e,[...this.data.names.keys()],this.places[n])}closeUp(e=this.flight?.to??this.view){return vn(this,e,[this.chosen,...this.near(this.chosen)],this.places[this.step])}reset(){
this.fly(this.isolated?this.closeUp(this.opening()):this.opening())}fly(e){this.flight={start:performance.now(),from:this.view,to:e},this.changed()}panIntoView(e){let n=this.places[this.step],[r,i]=Zt(
this,this.view,n,e);(r<24||i<16||r>this.width-24||i>this.height-16)&&this.fly({...this.view,centre:[...n.subarray(3*e,3*e+3)]})}pan(e,n){this.look(xn(this,this.view,e,n))}turn3d(e,n){this.look(ti(this.
view,e,n))}zoomAt(e,n,r){this.look(ei(this,this.view,e,n,r))}look(e){this.flight=null,this.view=e,this.changed()}arrange(){if(!this.data||!this.root.clientWidth)return;this.theme=new te(this.root,this.
data.ink);let{theme:e}=this,n=e.ramp[0],r=e.dark?[255,255,255]:[0,0,0],i=this.data.colours.map(c=>Tn(ct(c),n,r)),o=$t(n,ct(e.muted),.6);if(this.colours={paper:n,muted:e.muted,grey:o,groups:i},this.letters=
this.root.clientWidth>=1500?18:13,!this.count)return this.settled();this.width=this.picture.clientWidth;let s=Le(this.root);this.height=Math.round(C(340,.62*this.width,560)),this.root.style.setProperty(
"--height",`${this.height+2}px`),s&&(this.height=Math.max(200,Math.floor(s-Cn(this.root))+this.height),this.root.style.setProperty("--height",`${this.height+2}px`));let a=C(28,.07*this.width,56)+(this.
data.axes.length?16:0),u=Math.min(a,44),l=[this.width/2-a,this.height/2-u];this.flat?this.data.axes.length?this.scale=l:this.scale=[1,1].map(()=>Math.min(l[0]/this.reach[0],l[1]/this.reach[1])):this.scale=
[1,1].map(()=>Math.min(...l)/this.radius),this.widths.fill(0),this.markers=null,vi(this),this.fillPanel(),this.changed()}changed(){this.waiting||=requestAnimationFrame(e=>this.frame(e))}frame(e){if(this.
waiting=0,!this.width||!this.count)return;let n=this.advance(e);this.paint(),n?this.changed():this.settled()}settled(){this.root.dataset.painted=this.setting()}advance(e){let n=matchMedia("(prefers-re\
duced-motion: reduce)").matches,r=({start:o,slowly:s=!0})=>n||!s?1:C(0,(e-o)/Pu,1),i=o=>o*(2-o);if(this.walk){let{from:o,to:s}=this.walk,a=r(this.walk),u=i(a);for(let l=0;l<this.at.length;l++)this.at[l]=
o[l]+u*(s[l]-o[l]);a===1&&(this.at.set(s),this.walk=null)}if(this.flight){let{from:o,to:s}=this.flight,a=r(this.flight);this.view=a===1?s:ni(o,s,i(a)),a===1&&(this.flight=null)}return!!(this.walk||this.
flight)}paint(){let{pen:e}=this,n=hi(this),r=this.markerSize();if(n||r!==this.markers?.size){let{width:i,height:o}=this.canvas,{ratio:s,flat:a,colours:u}=this;this.markers=new Ee({size:r,ratio:s,flat:a,
width:i,height:o,colours:u})}this.starts=ri(this,this.view,this,this.ratio),this.seen=this.starts.at(-1),e.setTransform(1,0,0,1,0,0),fi(this),e.setTransform(this.ratio,0,0,this.ratio,0,0),e.textBaseline=
"middle",pi(this),di(this),this.chosen>=0&&An(this,this.chosen,2.5),this.hover>=0&&this.hover!==this.chosen&&An(this,this.hover,1.5),gi(this),wi(this)}markerSize(){let e=this.count<=80?6:this.count<=800?
4.5:3.2;return Math.round(2*Math.min(e*C(1,this.view.zoom**.3,2),8))/2}markerOf(e){let n=this.rank[e],r=this.bucket[e]%10,i=!this.faded||n>=3?0:n===2?1:2;return this.markers.get(this.data.groups[e],r,
n>=2?1:0,i)}};function rh({data:t,parentElement:e,setTriggerValue:n}){let r=e.querySelector(".space");r.view??=new En(r),r.view.keep=i=>n("setting",i),r.view.show(Pn(t))}export{rh as default};
