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
map(ct),n=[];for(let r=0;r<256;r++){let i=r/255*(e.length-1),o=Math.min(Math.floor(i),e.length-2);n.push(e[o].map((s,a)=>Math.round(s+(i-o)*(e[o+1][a]-s))))}return n}function Re(t){let[e,n,r]=t.map(i=>i/
255<=.04045?i/255/12.92:((i/255+.055)/1.055)**2.4);return .2126*e+.7152*n+.0722*r}function $i(t,e){let[n,r]=[Re(t),Re(e)].sort((i,o)=>i-o);return(r+.05)/(n+.05)}var Ln=t=>Re(t)>.179?"#000000":"#ffffff",
$t=(t,e,n)=>t.map((r,i)=>Math.round(r+n*(e[i]-r)));function $n(t,e,n){let r=t;for(;$i(r,e)<3;)r=$t(r,n,.06);return r}var Pe=t=>Uint32Array.from(t,([e,n,r])=>4278190080+(r<<16)+(n<<8)+e),te=class t{constructor(e,n){let r=getComputedStyle(e),i=a=>r.getPropertyValue(a).trim(),o=ct(i("--st-background-color")||"#ffffff");
this.dark=o[0]*.3+o[1]*.6+o[2]*.1<128,this.text=i("--st-text-color")||(this.dark?"#fff":"#222"),this.muted=this.dark?"#9aa4b2":"#5b6472",this.family=i("--st-font")||"sans-serif",this.least=nt(e)>1?12:
10;let s=[`rgb(${o})`,...n[this.dark?"dark":"light"].slice(1)];this.ramp=jt(s),this.pixels=Pe(this.ramp),this.paper=o,e.style.setProperty("--muted",this.muted),e.style.setProperty("--ramp",`linear-gra\
dient(to right, ${s.join(",")})`)}greyed(){let e=jt([`rgb(${this.paper})`,this.muted]);return Object.assign(Object.create(t.prototype),this,{ramp:e,pixels:Pe(e),text:this.muted})}signed(e){let n=jt(e.
map((r,i)=>i===(e.length-1)/2?`rgb(${this.paper})`:r));return Object.assign(Object.create(t.prototype),this,{ramp:n,pixels:Pe(n)})}ink(e){return this.ramp[Math.round(255*e)]}on(e){return Ln(this.ink(e))}font(e,n){
return`${n?600:400} ${e}px ${this.family}`}};function Rn(t,e){let n="";new ResizeObserver(()=>{let r=[t.clientWidth,De(t)].join();t.clientWidth&&r!==n&&(n=r,e())}).observe(t),t.addEventListener("trans\
itionrun",r=>{r.target===t&&setTimeout(e,50)})}var nt=t=>t.currentCSSZoom||1;function De(t){let e=parseFloat(getComputedStyle(t).getPropertyValue("--lecture-room"));return e?e/nt(t):null}function Pn(t){let e=[...t.children].filter(n=>n.offsetHeight).at(-1);return e?e.offsetTop+
e.offsetHeight:0}function ee(t,e){let n=e.getBoundingClientRect(),r=nt(e);return[(t.clientX-n.left)/r,(t.clientY-n.top)/r]}var Ri=1;function Dn(t,e,n){let r=Math.max(window.devicePixelRatio||1,Ri)*nt(t);t.width=Math.round(e*r),t.height=Math.round(n*r),t.style.width=`${e}px`,t.style.height=`${n}px`;let i=t.getContext("2d");return i.
scale(r,r),i.textBaseline="middle",i}var I=(t,e,n)=>Math.max(t,Math.min(e,n));var Bn={},Fn=!1;function Hn(t){Bn=t,Fn=Object.keys(t).length>0}var b=(t,e={})=>(Bn[t]??t).replace(/\{(\w+)\}/g,(n,r)=>e[r]??n),qn=t=>Fn?t.replace(/[.,]/g,e=>e==="."?",":" "):t,Mt=t=>qn(t.toLocaleString(
"en")),At=(t,e)=>qn(t.toFixed(e)),Rt=t=>t,ju={weight:Rt("weight"),score:Rt("score"),distance:Rt("distance"),norm:Rt("norm"),cosine:Rt("cosine")},rt=t=>b("“{word}”",{word:t}),St=t=>t.length>20?t.slice(
0,19)+"…":t;var Pi=65535;function Vn(t){let e=new DataView(t.buffer,t.byteOffset).getUint32(0,!0),n=JSON.parse(new TextDecoder().decode(t.subarray(4,4+e)));return Hn(n.french),n.numbers=new Uint16Array(t.slice(4+
e).buffer),n}function Gn(t,e,n=0,r=1){return t===Pi?null:n+t/e*(r-n)}function _(t,e,n){let r=document.createElement(t);return e&&(r.className=e),n!==void 0&&(r.textContent=n),r}function Un(t,e,n,r){let i=_("table","twin"),o=_("tr"),s=(a,u)=>Object.assign(_("th","",a),{scope:u});return o.append(_("td"),...n.map(a=>s(a,"col"))),i.append(_("caption","",t),o,...e.map((a,u)=>{let l=_(
"tr");return l.append(s(a,"row"),...n.map((c,h)=>_("td","",r(u,h)))),l})),i}function Xn(t=""){let e=_("div","twin-box");return e.tabIndex=0,e.setAttribute("role","region"),e.setAttribute("aria-label",
t),e}function Yn(t){let e=_("button","as-table"),n=!1;return e.speak=()=>{e.textContent=n?b("As a picture"):b("As a table")},e.addEventListener("click",()=>{n=!n,e.speak(),t(n)}),e}function Wn(t){t.title=_("h3","title");let e=Di(t);t.note=_("p","note"),Bi(t),t.reading=_("p","reading"),t.reading.setAttribute("role","status"),t.table=Xn(),t.table.hidden=!0,t.asTable=Yn(n=>t.showTable(
n)),t.full=_("div"),t.full.append(e,t.note,t.body,t.reading,t.asTable,t.table),t.empty=_("p","empty"),t.root.append(t.title,t.full,t.empty)}function Di(t){t.slider=_("input"),Object.assign(t.slider,{type:"\
range",min:0,step:1}),t.stepName=_("span","step"),t.sliderBox=_("label","slider"),t.sliderBox.append(t.slider,t.stepName),t.search=_("input"),Object.assign(t.search,{type:"search",autocomplete:"off",spellcheck:!1}),
t.found=_("span","found"),t.found.setAttribute("aria-live","polite");let e=_("div","search");e.append(t.search,t.found),t.isolateButton=Be(()=>t.isolate()),t.backButton=Be(()=>t.back()),t.resetButton=
Be(()=>t.reset());let n=_("div","buttons");n.append(t.isolateButton,t.backButton,t.resetButton);let r=_("div","controls");return r.append(t.sliderBox,e,n),r}function Be(t){let e=_("button");return e.addEventListener(
"click",()=>{e.getAttribute("aria-disabled")!=="true"&&t()}),e}function Bi(t){t.canvas=_("canvas"),t.canvas.tabIndex=0,t.canvas.setAttribute("role","img"),t.pen=t.canvas.getContext("2d",{alpha:!1}),t.
tip=_("div","tip"),t.tip.hidden=!0,t.picture=_("div","picture"),t.picture.append(t.canvas,t.tip),t.groups=_("div","groups"),t.groups.setAttribute("role","group"),t.list=_("div","list");let e=_("div","\
side");e.append(t.groups,t.list),t.body=_("div","body"),t.body.append(t.picture,e)}function Kn(t){t.slider.setAttribute("aria-label",b("Step")),t.search.placeholder=b("Find a word"),t.search.setAttribute(
"aria-label",b("Find a word")),t.isolateButton.textContent=b("Isolate"),t.backButton.textContent=b("Back"),t.resetButton.textContent=b("Reset view"),t.groups.setAttribute("aria-label",b("Groups shown")),
t.table.setAttribute("aria-label",b("The points")),t.empty.textContent=b("There are no points to show."),t.asTable.speak()}var Fe="http://www.w3.org/1999/xhtml",Zn={svg:"http://www.w3.org/2000/svg",xhtml:Fe,xlink:"http://www.w3.org/1999/xlink",xml:"http://www.w3.org/XML/1998/namespace",xmlns:"http://www.w3.org/2000/xmlns/"};
function Pt(t){var e=t+="",n=e.indexOf(":");return n>=0&&(e=t.slice(0,n))!=="xmlns"&&(t=t.slice(n+1)),Zn.hasOwnProperty(e)?{space:Zn[e],local:t}:t}function Fi(t){return function(){var e=this.ownerDocument,
n=this.namespaceURI;return n===Fe&&e.documentElement.namespaceURI===Fe?e.createElement(t):e.createElementNS(n,t)}}function Hi(t){return function(){return this.ownerDocument.createElementNS(t.space,t.local)}}
function Jn(t){var e=Pt(t);return(e.local?Hi:Fi)(e)}function qi(){}function re(t){return t==null?qi:function(){return this.querySelector(t)}}function Vi(t){typeof t!="function"&&(t=re(t));for(var e=this.
_groups,n=e.length,r=new Array(n),i=0;i<n;++i)for(var o=e[i],s=o.length,a=r[i]=new Array(s),u,l,c=0;c<s;++c)(u=o[c])&&(l=t.call(u,u.__data__,c,o))&&("__data__"in u&&(l.__data__=u.__data__),a[c]=l);return new H(
r,this._parents)}function Gi(t){return t==null?[]:Array.isArray(t)?t:Array.from(t)}function Ui(){return[]}function qe(t){return t==null?Ui:function(){return this.querySelectorAll(t)}}function Xi(t){return function(){
return Gi(t.apply(this,arguments))}}function Yi(t){typeof t=="function"?t=Xi(t):t=qe(t);for(var e=this._groups,n=e.length,r=[],i=[],o=0;o<n;++o)for(var s=e[o],a=s.length,u,l=0;l<a;++l)(u=s[l])&&(r.push(
t.call(u,u.__data__,l,s)),i.push(u));return new H(r,i)}function Ve(t){return function(){return this.matches(t)}}function Qn(t){return function(e){return e.matches(t)}}var Wi=Array.prototype.find;function Ki(t){
return function(){return Wi.call(this.children,t)}}function Zi(){return this.firstElementChild}function Ji(t){return this.select(t==null?Zi:Ki(typeof t=="function"?t:Qn(t)))}var Qi=Array.prototype.filter;
function ji(){return Array.from(this.children)}function to(t){return function(){return Qi.call(this.children,t)}}function eo(t){return this.selectAll(t==null?ji:to(typeof t=="function"?t:Qn(t)))}function no(t){
typeof t!="function"&&(t=Ve(t));for(var e=this._groups,n=e.length,r=new Array(n),i=0;i<n;++i)for(var o=e[i],s=o.length,a=r[i]=[],u,l=0;l<s;++l)(u=o[l])&&t.call(u,u.__data__,l,o)&&a.push(u);return new H(
r,this._parents)}function jn(t){return new Array(t.length)}function ro(){return new H(this._enter||this._groups.map(jn),this._parents)}function ne(t,e){this.ownerDocument=t.ownerDocument,this.namespaceURI=
t.namespaceURI,this._next=null,this._parent=t,this.__data__=e}ne.prototype={constructor:ne,appendChild:function(t){return this._parent.insertBefore(t,this._next)},insertBefore:function(t,e){return this.
_parent.insertBefore(t,e)},querySelector:function(t){return this._parent.querySelector(t)},querySelectorAll:function(t){return this._parent.querySelectorAll(t)}};function io(t){return function(){return t}}
function oo(t,e,n,r,i,o){for(var s=0,a,u=e.length,l=o.length;s<l;++s)(a=e[s])?(a.__data__=o[s],r[s]=a):n[s]=new ne(t,o[s]);for(;s<u;++s)(a=e[s])&&(i[s]=a)}function so(t,e,n,r,i,o,s){var a,u,l=new Map,
c=e.length,h=o.length,f=new Array(c),p;for(a=0;a<c;++a)(u=e[a])&&(f[a]=p=s.call(u,u.__data__,a,e)+"",l.has(p)?i[a]=u:l.set(p,u));for(a=0;a<h;++a)p=s.call(t,o[a],a,o)+"",(u=l.get(p))?(r[a]=u,u.__data__=
o[a],l.delete(p)):n[a]=new ne(t,o[a]);for(a=0;a<c;++a)(u=e[a])&&l.get(f[a])===u&&(i[a]=u)}function ao(t){return t.__data__}function uo(t,e){if(!arguments.length)return Array.from(this,ao);var n=e?so:oo,
r=this._parents,i=this._groups;typeof t!="function"&&(t=io(t));for(var o=i.length,s=new Array(o),a=new Array(o),u=new Array(o),l=0;l<o;++l){var c=r[l],h=i[l],f=h.length,p=lo(t.call(c,c&&c.__data__,l,r)),
m=p.length,w=a[l]=new Array(m),S=s[l]=new Array(m),y=u[l]=new Array(f);n(c,h,w,S,y,p,e);for(var C=0,O=0,N,L;C<m;++C)if(N=w[C]){for(C>=O&&(O=C+1);!(L=S[O])&&++O<m;);N._next=L||null}}return s=new H(s,r),
s._enter=a,s._exit=u,s}function lo(t){return typeof t=="object"&&"length"in t?t:Array.from(t)}function co(){return new H(this._exit||this._groups.map(jn),this._parents)}function ho(t,e,n){var r=this.enter(),
i=this,o=this.exit();return typeof t=="function"?(r=t(r),r&&(r=r.selection())):r=r.append(t+""),e!=null&&(i=e(i),i&&(i=i.selection())),n==null?o.remove():n(o),r&&i?r.merge(i).order():i}function fo(t){
for(var e=t.selection?t.selection():t,n=this._groups,r=e._groups,i=n.length,o=r.length,s=Math.min(i,o),a=new Array(i),u=0;u<s;++u)for(var l=n[u],c=r[u],h=l.length,f=a[u]=new Array(h),p,m=0;m<h;++m)(p=
l[m]||c[m])&&(f[m]=p);for(;u<i;++u)a[u]=n[u];return new H(a,this._parents)}function po(){for(var t=this._groups,e=-1,n=t.length;++e<n;)for(var r=t[e],i=r.length-1,o=r[i],s;--i>=0;)(s=r[i])&&(o&&s.compareDocumentPosition(
o)^4&&o.parentNode.insertBefore(s,o),o=s);return this}function mo(t){t||(t=go);function e(h,f){return h&&f?t(h.__data__,f.__data__):!h-!f}for(var n=this._groups,r=n.length,i=new Array(r),o=0;o<r;++o){
for(var s=n[o],a=s.length,u=i[o]=new Array(a),l,c=0;c<a;++c)(l=s[c])&&(u[c]=l);u.sort(e)}return new H(i,this._parents).order()}function go(t,e){return t<e?-1:t>e?1:t>=e?0:NaN}function yo(){var t=arguments[0];
return arguments[0]=this,t.apply(null,arguments),this}function wo(){return Array.from(this)}function xo(){for(var t=this._groups,e=0,n=t.length;e<n;++e)for(var r=t[e],i=0,o=r.length;i<o;++i){var s=r[i];
if(s)return s}return null}function vo(){let t=0;for(let e of this)++t;return t}function bo(){return!this.node()}function _o(t){for(var e=this._groups,n=0,r=e.length;n<r;++n)for(var i=e[n],o=0,s=i.length,
a;o<s;++o)(a=i[o])&&t.call(a,a.__data__,o,i);return this}function ko(t){return function(){this.removeAttribute(t)}}function Mo(t){return function(){this.removeAttributeNS(t.space,t.local)}}function Ao(t,e){
return function(){this.setAttribute(t,e)}}function So(t,e){return function(){this.setAttributeNS(t.space,t.local,e)}}function Eo(t,e){return function(){var n=e.apply(this,arguments);n==null?this.removeAttribute(
t):this.setAttribute(t,n)}}function Oo(t,e){return function(){var n=e.apply(this,arguments);n==null?this.removeAttributeNS(t.space,t.local):this.setAttributeNS(t.space,t.local,n)}}function No(t,e){var n=Pt(
t);if(arguments.length<2){var r=this.node();return n.local?r.getAttributeNS(n.space,n.local):r.getAttribute(n)}return this.each((e==null?n.local?Mo:ko:typeof e=="function"?n.local?Oo:Eo:n.local?So:Ao)(
n,e))}function tr(t){return t.ownerDocument&&t.ownerDocument.defaultView||t.document&&t||t.defaultView}function To(t){return function(){this.style.removeProperty(t)}}function Io(t,e,n){return function(){
this.style.setProperty(t,e,n)}}function Co(t,e,n){return function(){var r=e.apply(this,arguments);r==null?this.style.removeProperty(t):this.style.setProperty(t,r,n)}}function zo(t,e,n){return arguments.
length>1?this.each((e==null?To:typeof e=="function"?Co:Io)(t,e,n??"")):ft(this.node(),t)}function ft(t,e){return t.style.getPropertyValue(e)||tr(t).getComputedStyle(t,null).getPropertyValue(e)}function Lo(t){
return function(){delete this[t]}}function $o(t,e){return function(){this[t]=e}}function Ro(t,e){return function(){var n=e.apply(this,arguments);n==null?delete this[t]:this[t]=n}}function Po(t,e){return arguments.
length>1?this.each((e==null?Lo:typeof e=="function"?Ro:$o)(t,e)):this.node()[t]}function er(t){return t.trim().split(/^|\s+/)}function Ge(t){return t.classList||new nr(t)}function nr(t){this._node=t,this.
_names=er(t.getAttribute("class")||"")}nr.prototype={add:function(t){var e=this._names.indexOf(t);e<0&&(this._names.push(t),this._node.setAttribute("class",this._names.join(" ")))},remove:function(t){
var e=this._names.indexOf(t);e>=0&&(this._names.splice(e,1),this._node.setAttribute("class",this._names.join(" ")))},contains:function(t){return this._names.indexOf(t)>=0}};function rr(t,e){for(var n=Ge(
t),r=-1,i=e.length;++r<i;)n.add(e[r])}function ir(t,e){for(var n=Ge(t),r=-1,i=e.length;++r<i;)n.remove(e[r])}function Do(t){return function(){rr(this,t)}}function Bo(t){return function(){ir(this,t)}}function Fo(t,e){
return function(){(e.apply(this,arguments)?rr:ir)(this,t)}}function Ho(t,e){var n=er(t+"");if(arguments.length<2){for(var r=Ge(this.node()),i=-1,o=n.length;++i<o;)if(!r.contains(n[i]))return!1;return!0}
return this.each((typeof e=="function"?Fo:e?Do:Bo)(n,e))}function qo(){this.textContent=""}function Vo(t){return function(){this.textContent=t}}function Go(t){return function(){var e=t.apply(this,arguments);
this.textContent=e??""}}function Uo(t){return arguments.length?this.each(t==null?qo:(typeof t=="function"?Go:Vo)(t)):this.node().textContent}function Xo(){this.innerHTML=""}function Yo(t){return function(){
this.innerHTML=t}}function Wo(t){return function(){var e=t.apply(this,arguments);this.innerHTML=e??""}}function Ko(t){return arguments.length?this.each(t==null?Xo:(typeof t=="function"?Wo:Yo)(t)):this.
node().innerHTML}function Zo(){this.nextSibling&&this.parentNode.appendChild(this)}function Jo(){return this.each(Zo)}function Qo(){this.previousSibling&&this.parentNode.insertBefore(this,this.parentNode.
firstChild)}function jo(){return this.each(Qo)}function ts(t){var e=typeof t=="function"?t:Jn(t);return this.select(function(){return this.appendChild(e.apply(this,arguments))})}function es(){return null}
function ns(t,e){var n=typeof t=="function"?t:Jn(t),r=e==null?es:typeof e=="function"?e:re(e);return this.select(function(){return this.insertBefore(n.apply(this,arguments),r.apply(this,arguments)||null)})}
function rs(){var t=this.parentNode;t&&t.removeChild(this)}function is(){return this.each(rs)}function os(){var t=this.cloneNode(!1),e=this.parentNode;return e?e.insertBefore(t,this.nextSibling):t}function ss(){
var t=this.cloneNode(!0),e=this.parentNode;return e?e.insertBefore(t,this.nextSibling):t}function as(t){return this.select(t?ss:os)}function us(t){return arguments.length?this.property("__data__",t):this.
node().__data__}function ls(t){return function(e){t.call(this,e,this.__data__)}}function cs(t){return t.trim().split(/^|\s+/).map(function(e){var n="",r=e.indexOf(".");return r>=0&&(n=e.slice(r+1),e=e.
slice(0,r)),{type:e,name:n}})}function hs(t){return function(){var e=this.__on;if(e){for(var n=0,r=-1,i=e.length,o;n<i;++n)o=e[n],(!t.type||o.type===t.type)&&o.name===t.name?this.removeEventListener(o.
type,o.listener,o.options):e[++r]=o;++r?e.length=r:delete this.__on}}}function fs(t,e,n){return function(){var r=this.__on,i,o=ls(e);if(r){for(var s=0,a=r.length;s<a;++s)if((i=r[s]).type===t.type&&i.name===
t.name){this.removeEventListener(i.type,i.listener,i.options),this.addEventListener(i.type,i.listener=o,i.options=n),i.value=e;return}}this.addEventListener(t.type,o,n),i={type:t.type,name:t.name,value:e,
listener:o,options:n},r?r.push(i):this.__on=[i]}}function ds(t,e,n){var r=cs(t+""),i,o=r.length,s;if(arguments.length<2){var a=this.node().__on;if(a){for(var u=0,l=a.length,c;u<l;++u)for(i=0,c=a[u];i<
o;++i)if((s=r[i]).type===c.type&&s.name===c.name)return c.value}return}for(a=e?fs:hs,i=0;i<o;++i)this.each(a(r[i],e,n));return this}function or(t,e,n){var r=tr(t),i=r.CustomEvent;typeof i=="function"?
i=new i(e,n):(i=r.document.createEvent("Event"),n?(i.initEvent(e,n.bubbles,n.cancelable),i.detail=n.detail):i.initEvent(e,!1,!1)),t.dispatchEvent(i)}function ps(t,e){return function(){return or(this,t,
e)}}function ms(t,e){return function(){return or(this,t,e.apply(this,arguments))}}function gs(t,e){return this.each((typeof e=="function"?ms:ps)(t,e))}function*ys(){for(var t=this._groups,e=0,n=t.length;e<
n;++e)for(var r=t[e],i=0,o=r.length,s;i<o;++i)(s=r[i])&&(yield s)}var sr=[null];function H(t,e){this._groups=t,this._parents=e}function dt(){return new H([[document.documentElement]],sr)}function ws(){
return this}H.prototype=dt.prototype={constructor:H,select:Vi,selectAll:Yi,selectChild:Ji,selectChildren:eo,filter:no,data:uo,enter:ro,exit:co,join:ho,merge:fo,selection:ws,order:po,sort:mo,call:yo,nodes:wo,
node:xo,size:vo,empty:bo,each:_o,attr:No,style:zo,property:Po,classed:Ho,text:Uo,html:Ko,raise:Jo,lower:jo,append:ts,insert:ns,remove:is,clone:as,datum:us,on:ds,dispatch:gs,[Symbol.iterator]:ys};function V(t){
return typeof t=="string"?new H([[document.querySelector(t)]],[document.documentElement]):new H([[t]],sr)}var xs=0;function vs(){return new He}function He(){this._="@"+(++xs).toString(36)}He.prototype=vs.prototype={constructor:He,get:function(t){for(var e=this._;!(e in t);)if(!(t=t.parentNode))return;return t[e]},
set:function(t,e){return t[this._]=e},remove:function(t){return this._ in t&&delete t[this._]},toString:function(){return this._}};function bs(t){let e;for(;e=t.sourceEvent;)t=e;return t}function it(t,e){
if(t=bs(t),e===void 0&&(e=t.currentTarget),e){var n=e.ownerSVGElement||e;if(n.createSVGPoint){var r=n.createSVGPoint();return r.x=t.clientX,r.y=t.clientY,r=r.matrixTransform(e.getScreenCTM().inverse()),
[r.x,r.y]}if(e.getBoundingClientRect){var i=e.getBoundingClientRect();return[t.clientX-i.left-e.clientLeft,t.clientY-i.top-e.clientTop]}}return[t.pageX,t.pageY]}var _s={value:()=>{}};function Dt(){for(var t=0,e=arguments.length,n={},r;t<e;++t){if(!(r=arguments[t]+"")||r in n||/[\s.]/.test(r))throw new Error("illegal type: "+r);n[r]=[]}return new ie(n)}function ie(t){
this._=t}function ks(t,e){return t.trim().split(/^|\s+/).map(function(n){var r="",i=n.indexOf(".");if(i>=0&&(r=n.slice(i+1),n=n.slice(0,i)),n&&!e.hasOwnProperty(n))throw new Error("unknown type: "+n);
return{type:n,name:r}})}ie.prototype=Dt.prototype={constructor:ie,on:function(t,e){var n=this._,r=ks(t+"",n),i,o=-1,s=r.length;if(arguments.length<2){for(;++o<s;)if((i=(t=r[o]).type)&&(i=Ms(n[i],t.name)))
return i;return}if(e!=null&&typeof e!="function")throw new Error("invalid callback: "+e);for(;++o<s;)if(i=(t=r[o]).type)n[i]=ar(n[i],t.name,e);else if(e==null)for(i in n)n[i]=ar(n[i],t.name,null);return this},
copy:function(){var t={},e=this._;for(var n in e)t[n]=e[n].slice();return new ie(t)},call:function(t,e){if((i=arguments.length-2)>0)for(var n=new Array(i),r=0,i,o;r<i;++r)n[r]=arguments[r+2];if(!this.
_.hasOwnProperty(t))throw new Error("unknown type: "+t);for(o=this._[t],r=0,i=o.length;r<i;++r)o[r].value.apply(e,n)},apply:function(t,e,n){if(!this._.hasOwnProperty(t))throw new Error("unknown type: "+
t);for(var r=this._[t],i=0,o=r.length;i<o;++i)r[i].value.apply(e,n)}};function Ms(t,e){for(var n=0,r=t.length,i;n<r;++n)if((i=t[n]).name===e)return i.value}function ar(t,e,n){for(var r=0,i=t.length;r<
i;++r)if(t[r].name===e){t[r]=_s,t=t.slice(0,r).concat(t.slice(r+1));break}return n!=null&&t.push({name:e,value:n}),t}var Ue={capture:!0,passive:!1};function Xe(t){t.preventDefault(),t.stopImmediatePropagation()}function ur(t){var e=t.document.documentElement,n=V(t).on("dragstart.drag",Xe,Ue);"onselectstart"in e?n.on("selectstart.drag",Xe,Ue):(e.__noselect=
e.style.MozUserSelect,e.style.MozUserSelect="none")}function lr(t,e){var n=t.document.documentElement,r=V(t).on("dragstart.drag",null);e&&(r.on("click.drag",Xe,Ue),setTimeout(function(){r.on("click.dr\
ag",null)},0)),"onselectstart"in n?r.on("selectstart.drag",null):(n.style.MozUserSelect=n.__noselect,delete n.__noselect)}function As(t,{sourceEvent:e,subject:n,target:r,identifier:i,active:o,x:s,y:a,dx:u,dy:l,dispatch:c}){Object.defineProperties(this,{type:{value:t,enumerable:!0,configurable:!0},sourceEvent:{value:e,enumerable:!0,
configurable:!0},subject:{value:n,enumerable:!0,configurable:!0},target:{value:r,enumerable:!0,configurable:!0},identifier:{value:i,enumerable:!0,configurable:!0},active:{value:o,enumerable:!0,configurable:!0},
x:{value:s,enumerable:!0,configurable:!0},y:{value:a,enumerable:!0,configurable:!0},dx:{value:u,enumerable:!0,configurable:!0},dy:{value:l,enumerable:!0,configurable:!0},_:{value:c}})}As.prototype.on=
function(){var t=this._.on.apply(this._,arguments);return t===this._?this:t};function Tt(t,e,n){t.prototype=e.prototype=n,n.constructor=t}function Ht(t,e){var n=Object.create(t.prototype);for(var r in e)n[r]=e[r];return n}function ht(){}var yt=.7,Nt=1/yt,Et="\\s*([+-]?\\d+)\\s*",
Bt="\\s*([+-]?(?:\\d*\\.)?\\d+(?:[eE][+-]?\\d+)?)\\s*",K="\\s*([+-]?(?:\\d*\\.)?\\d+(?:[eE][+-]?\\d+)?)%\\s*",Ss=/^#([0-9a-f]{3,8})$/,Es=new RegExp(`^rgb\\(${Et},${Et},${Et}\\)$`),Os=new RegExp(`^rgb\\\
(${K},${K},${K}\\)$`),Ns=new RegExp(`^rgba\\(${Et},${Et},${Et},${Bt}\\)$`),Ts=new RegExp(`^rgba\\(${K},${K},${K},${Bt}\\)$`),Is=new RegExp(`^hsl\\(${Bt},${K},${K}\\)$`),Cs=new RegExp(`^hsla\\(${Bt},${K}\
,${K},${Bt}\\)$`),cr={aliceblue:15792383,antiquewhite:16444375,aqua:65535,aquamarine:8388564,azure:15794175,beige:16119260,bisque:16770244,black:0,blanchedalmond:16772045,blue:255,blueviolet:9055202,brown:10824234,
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
Tt(ht,wt,{copy(t){return Object.assign(new this.constructor,this,t)},displayable(){return this.rgb().displayable()},hex:hr,formatHex:hr,formatHex8:zs,formatHsl:Ls,formatRgb:fr,toString:fr});function hr(){
return this.rgb().formatHex()}function zs(){return this.rgb().formatHex8()}function Ls(){return br(this).formatHsl()}function fr(){return this.rgb().formatRgb()}function wt(t){var e,n;return t=(t+"").
trim().toLowerCase(),(e=Ss.exec(t))?(n=e[1].length,e=parseInt(e[1],16),n===6?dr(e):n===3?new $(e>>8&15|e>>4&240,e>>4&15|e&240,(e&15)<<4|e&15,1):n===8?oe(e>>24&255,e>>16&255,e>>8&255,(e&255)/255):n===4?
oe(e>>12&15|e>>8&240,e>>8&15|e>>4&240,e>>4&15|e&240,((e&15)<<4|e&15)/255):null):(e=Es.exec(t))?new $(e[1],e[2],e[3],1):(e=Os.exec(t))?new $(e[1]*255/100,e[2]*255/100,e[3]*255/100,1):(e=Ns.exec(t))?oe(
e[1],e[2],e[3],e[4]):(e=Ts.exec(t))?oe(e[1]*255/100,e[2]*255/100,e[3]*255/100,e[4]):(e=Is.exec(t))?gr(e[1],e[2]/100,e[3]/100,1):(e=Cs.exec(t))?gr(e[1],e[2]/100,e[3]/100,e[4]):cr.hasOwnProperty(t)?dr(cr[t]):
t==="transparent"?new $(NaN,NaN,NaN,0):null}function dr(t){return new $(t>>16&255,t>>8&255,t&255,1)}function oe(t,e,n,r){return r<=0&&(t=e=n=NaN),new $(t,e,n,r)}function Qe(t){return t instanceof ht||
(t=wt(t)),t?(t=t.rgb(),new $(t.r,t.g,t.b,t.opacity)):new $}function qt(t,e,n,r){return arguments.length===1?Qe(t):new $(t,e,n,r??1)}function $(t,e,n,r){this.r=+t,this.g=+e,this.b=+n,this.opacity=+r}Tt(
$,qt,Ht(ht,{brighter(t){return t=t==null?Nt:Math.pow(Nt,t),new $(this.r*t,this.g*t,this.b*t,this.opacity)},darker(t){return t=t==null?yt:Math.pow(yt,t),new $(this.r*t,this.g*t,this.b*t,this.opacity)},
rgb(){return this},clamp(){return new $(mt(this.r),mt(this.g),mt(this.b),ae(this.opacity))},displayable(){return-.5<=this.r&&this.r<255.5&&-.5<=this.g&&this.g<255.5&&-.5<=this.b&&this.b<255.5&&0<=this.
opacity&&this.opacity<=1},hex:pr,formatHex:pr,formatHex8:$s,formatRgb:mr,toString:mr}));function pr(){return`#${pt(this.r)}${pt(this.g)}${pt(this.b)}`}function $s(){return`#${pt(this.r)}${pt(this.g)}${pt(
this.b)}${pt((isNaN(this.opacity)?1:this.opacity)*255)}`}function mr(){let t=ae(this.opacity);return`${t===1?"rgb(":"rgba("}${mt(this.r)}, ${mt(this.g)}, ${mt(this.b)}${t===1?")":`, ${t})`}`}function ae(t){
return isNaN(t)?1:Math.max(0,Math.min(1,t))}function mt(t){return Math.max(0,Math.min(255,Math.round(t)||0))}function pt(t){return t=mt(t),(t<16?"0":"")+t.toString(16)}function gr(t,e,n,r){return r<=0?
t=e=n=NaN:n<=0||n>=1?t=e=NaN:e<=0&&(t=NaN),new X(t,e,n,r)}function br(t){if(t instanceof X)return new X(t.h,t.s,t.l,t.opacity);if(t instanceof ht||(t=wt(t)),!t)return new X;if(t instanceof X)return t;
t=t.rgb();var e=t.r/255,n=t.g/255,r=t.b/255,i=Math.min(e,n,r),o=Math.max(e,n,r),s=NaN,a=o-i,u=(o+i)/2;return a?(e===o?s=(n-r)/a+(n<r)*6:n===o?s=(r-e)/a+2:s=(e-n)/a+4,a/=u<.5?o+i:2-o-i,s*=60):a=u>0&&u<
1?0:s,new X(s,a,u,t.opacity)}function le(t,e,n,r){return arguments.length===1?br(t):new X(t,e,n,r??1)}function X(t,e,n,r){this.h=+t,this.s=+e,this.l=+n,this.opacity=+r}Tt(X,le,Ht(ht,{brighter(t){return t=
t==null?Nt:Math.pow(Nt,t),new X(this.h,this.s,this.l*t,this.opacity)},darker(t){return t=t==null?yt:Math.pow(yt,t),new X(this.h,this.s,this.l*t,this.opacity)},rgb(){var t=this.h%360+(this.h<0)*360,e=isNaN(
t)||isNaN(this.s)?0:this.s,n=this.l,r=n+(n<.5?n:1-n)*e,i=2*n-r;return new $(Ye(t>=240?t-240:t+120,i,r),Ye(t,i,r),Ye(t<120?t+240:t-120,i,r),this.opacity)},clamp(){return new X(yr(this.h),se(this.s),se(
this.l),ae(this.opacity))},displayable(){return(0<=this.s&&this.s<=1||isNaN(this.s))&&0<=this.l&&this.l<=1&&0<=this.opacity&&this.opacity<=1},formatHsl(){let t=ae(this.opacity);return`${t===1?"hsl(":"\
hsla("}${yr(this.h)}, ${se(this.s)*100}%, ${se(this.l)*100}%${t===1?")":`, ${t})`}`}}));function yr(t){return t=(t||0)%360,t<0?t+360:t}function se(t){return Math.max(0,Math.min(1,t||0))}function Ye(t,e,n){
return(t<60?e+(n-e)*t/60:t<180?n:t<240?e+(n-e)*(240-t)/60:e)*255}var _r=Math.PI/180,kr=180/Math.PI,ue=18,Mr=.96422,Ar=1,Sr=.82521,Er=4/29,Ot=6/29,Or=3*Ot*Ot,Rs=Ot*Ot*Ot;function Nr(t){if(t instanceof Z)
return new Z(t.l,t.a,t.b,t.opacity);if(t instanceof ot)return Ir(t);t instanceof $||(t=Qe(t));var e=Je(t.r),n=Je(t.g),r=Je(t.b),i=We((.2225045*e+.7168786*n+.0606169*r)/Ar),o,s;return e===n&&n===r?o=s=
i:(o=We((.4360747*e+.3850649*n+.1430804*r)/Mr),s=We((.0139322*e+.0971045*n+.7141733*r)/Sr)),new Z(116*i-16,500*(o-i),200*(i-s),t.opacity)}function Tr(t,e,n,r){return arguments.length===1?Nr(t):new Z(t,e,n,r??1)}function Z(t,e,n,r){this.l=+t,this.a=+e,this.b=+n,this.opacity=+r}Tt(Z,Tr,Ht(ht,{brighter(t){return new Z(this.l+ue*(t??1),this.
a,this.b,this.opacity)},darker(t){return new Z(this.l-ue*(t??1),this.a,this.b,this.opacity)},rgb(){var t=(this.l+16)/116,e=isNaN(this.a)?t:t+this.a/500,n=isNaN(this.b)?t:t-this.b/200;return e=Mr*Ke(e),
t=Ar*Ke(t),n=Sr*Ke(n),new $(Ze(3.1338561*e-1.6168667*t-.4906146*n),Ze(-.9787684*e+1.9161415*t+.033454*n),Ze(.0719453*e-.2289914*t+1.4052427*n),this.opacity)}}));function We(t){return t>Rs?Math.pow(t,1/
3):t/Or+Er}function Ke(t){return t>Ot?t*t*t:Or*(t-Er)}function Ze(t){return 255*(t<=.0031308?12.92*t:1.055*Math.pow(t,1/2.4)-.055)}function Je(t){return(t/=255)<=.04045?t/12.92:Math.pow((t+.055)/1.055,
2.4)}function Ps(t){if(t instanceof ot)return new ot(t.h,t.c,t.l,t.opacity);if(t instanceof Z||(t=Nr(t)),t.a===0&&t.b===0)return new ot(NaN,0<t.l&&t.l<100?0:NaN,t.l,t.opacity);var e=Math.atan2(t.b,t.a)*
kr;return new ot(e<0?e+360:e,Math.sqrt(t.a*t.a+t.b*t.b),t.l,t.opacity)}function ce(t,e,n,r){return arguments.length===1?Ps(t):new ot(t,e,n,r??1)}function ot(t,e,n,r){this.h=+t,this.c=+e,this.l=+n,this.opacity=+r}function Ir(t){if(isNaN(t.h))return new Z(t.l,0,0,t.opacity);
var e=t.h*_r;return new Z(t.l,Math.cos(e)*t.c,Math.sin(e)*t.c,t.opacity)}Tt(ot,ce,Ht(ht,{brighter(t){return new ot(this.h,this.c,this.l+ue*(t??1),this.opacity)},darker(t){return new ot(this.h,this.c,this.
l-ue*(t??1),this.opacity)},rgb(){return Ir(this).rgb()}}));var Cr=-.14861,je=1.78277,tn=-.29227,he=-.90649,Ft=1.97294,wr=Ft*he,xr=Ft*je,vr=je*tn-he*Cr;function Ds(t){if(t instanceof gt)return new gt(t.
h,t.s,t.l,t.opacity);t instanceof $||(t=Qe(t));var e=t.r/255,n=t.g/255,r=t.b/255,i=(vr*r+wr*e-xr*n)/(vr+wr-xr),o=r-i,s=(Ft*(n-i)-tn*o)/he,a=Math.sqrt(s*s+o*o)/(Ft*i*(1-i)),u=a?Math.atan2(s,o)*kr-120:NaN;
return new gt(u<0?u+360:u,a,i,t.opacity)}function fe(t,e,n,r){return arguments.length===1?Ds(t):new gt(t,e,n,r??1)}function gt(t,e,n,r){this.h=+t,this.s=+e,this.l=+n,this.opacity=+r}Tt(gt,fe,Ht(ht,{brighter(t){
return t=t==null?Nt:Math.pow(Nt,t),new gt(this.h,this.s,this.l*t,this.opacity)},darker(t){return t=t==null?yt:Math.pow(yt,t),new gt(this.h,this.s,this.l*t,this.opacity)},rgb(){var t=isNaN(this.h)?0:(this.
h+120)*_r,e=+this.l,n=isNaN(this.s)?0:this.s*e*(1-e),r=Math.cos(t),i=Math.sin(t);return new $(255*(e+n*(Cr*r+je*i)),255*(e+n*(tn*r+he*i)),255*(e+n*(Ft*r)),this.opacity)}}));function $r(t,e,n,r,i){var o=t*t,s=o*t;return((1-3*t+3*o-s)*e+(4-6*o+3*s)*n+(1+3*t+3*o-3*s)*r+s*i)/6}function Bs(t){var e=t.length-1;return function(n){var r=n<=0?n=0:n>=1?(n=1,e-1):Math.floor(n*e),i=t[r],
o=t[r+1],s=r>0?t[r-1]:2*i-o,a=r<e-1?t[r+2]:2*o-i;return $r((n-r/e)*e,s,i,o,a)}}function Fs(t){var e=t.length;return function(n){var r=Math.floor(((n%=1)<0?++n:n)*e),i=t[(r+e-1)%e],o=t[r%e],s=t[(r+1)%e],
a=t[(r+2)%e];return $r((n-r/e)*e,i,o,s,a)}}var on=t=>()=>t;function Rr(t,e){return function(n){return t+n*e}}function Hs(t,e,n){return t=Math.pow(t,n),e=Math.pow(e,n)-t,n=1/n,function(r){return Math.pow(
t+r*e,n)}}function sn(t,e){var n=e-t;return n?Rr(t,n>180||n<-180?n-360*Math.round(n/360):n):on(isNaN(t)?e:t)}function qs(t){return(t=+t)==1?F:function(e,n){return n-e?Hs(e,n,t):on(isNaN(e)?n:e)}}function F(t,e){
var n=e-t;return n?Rr(t,n):on(isNaN(t)?e:t)}var an=(function t(e){var n=qs(e);function r(i,o){var s=n((i=qt(i)).r,(o=qt(o)).r),a=n(i.g,o.g),u=n(i.b,o.b),l=F(i.opacity,o.opacity);return function(c){return i.
r=s(c),i.g=a(c),i.b=u(c),i.opacity=l(c),i+""}}return r.gamma=t,r})(1);function Pr(t){return function(e){var n=e.length,r=new Array(n),i=new Array(n),o=new Array(n),s,a;for(s=0;s<n;++s)a=qt(e[s]),r[s]=
a.r||0,i[s]=a.g||0,o[s]=a.b||0;return r=t(r),i=t(i),o=t(o),a.opacity=1,function(u){return a.r=r(u),a.g=i(u),a.b=o(u),a+""}}}var yl=Pr(Bs),wl=Pr(Fs);function st(t,e){return t=+t,e=+e,function(n){return t*(1-n)+e*n}}var nn=/[-+]?(?:\d+\.?\d*|\.?\d+)(?:[eE][-+]?\d+)?/g,en=new RegExp(nn.source,"g");function Vs(t){return function(){return t}}function Gs(t){return function(e){return t(e)+""}}function Dr(t,e){var n=nn.
lastIndex=en.lastIndex=0,r,i,o,s=-1,a=[],u=[];for(t=t+"",e=e+"";(r=nn.exec(t))&&(i=en.exec(e));)(o=i.index)>n&&(o=e.slice(n,o),a[s]?a[s]+=o:a[++s]=o),(r=r[0])===(i=i[0])?a[s]?a[s]+=i:a[++s]=i:(a[++s]=
null,u.push({i:s,x:st(r,i)})),n=en.lastIndex;return n<e.length&&(o=e.slice(n),a[s]?a[s]+=o:a[++s]=o),a.length<2?u[0]?Gs(u[0].x):Vs(e):(e=u.length,function(l){for(var c=0,h;c<e;++c)a[(h=u[c]).i]=h.x(l);
return a.join("")})}var zr=180/Math.PI,rn={translateX:0,translateY:0,rotate:0,skewX:0,scaleX:1,scaleY:1};function Br(t,e,n,r,i,o){var s,a,u;return(s=Math.sqrt(t*t+e*e))&&(t/=s,e/=s),(u=t*n+e*r)&&(n-=t*u,r-=e*u),(a=Math.sqrt(
n*n+r*r))&&(n/=a,r/=a,u/=a),t*r<e*n&&(t=-t,e=-e,u=-u,s=-s),{translateX:i,translateY:o,rotate:Math.atan2(e,t)*zr,skewX:Math.atan(u)*zr,scaleX:s,scaleY:a}}var de;function Us(t){let e=new(typeof DOMMatrix==
"function"?DOMMatrix:WebKitCSSMatrix)(t+"");return e.isIdentity?rn:Br(e.a,e.b,e.c,e.d,e.e,e.f)}function Xs(t){return t==null||(de||(de=document.createElementNS("http://www.w3.org/2000/svg","g")),de.setAttribute(
"transform",t),!(t=de.transform.baseVal.consolidate()))?rn:(t=t.matrix,Br(t.a,t.b,t.c,t.d,t.e,t.f))}function Fr(t,e,n,r){function i(l){return l.length?l.pop()+" ":""}function o(l,c,h,f,p,m){if(l!==h||
c!==f){var w=p.push("translate(",null,e,null,n);m.push({i:w-4,x:st(l,h)},{i:w-2,x:st(c,f)})}else(h||f)&&p.push("translate("+h+e+f+n)}function s(l,c,h,f){l!==c?(l-c>180?c+=360:c-l>180&&(l+=360),f.push(
{i:h.push(i(h)+"rotate(",null,r)-2,x:st(l,c)})):c&&h.push(i(h)+"rotate("+c+r)}function a(l,c,h,f){l!==c?f.push({i:h.push(i(h)+"skewX(",null,r)-2,x:st(l,c)}):c&&h.push(i(h)+"skewX("+c+r)}function u(l,c,h,f,p,m){
if(l!==h||c!==f){var w=p.push(i(p)+"scale(",null,",",null,")");m.push({i:w-4,x:st(l,h)},{i:w-2,x:st(c,f)})}else(h!==1||f!==1)&&p.push(i(p)+"scale("+h+","+f+")")}return function(l,c){var h=[],f=[];return l=
t(l),c=t(c),o(l.translateX,l.translateY,c.translateX,c.translateY,h,f),s(l.rotate,c.rotate,h,f),a(l.skewX,c.skewX,h,f),u(l.scaleX,l.scaleY,c.scaleX,c.scaleY,h,f),l=c=null,function(p){for(var m=-1,w=f.
length,S;++m<w;)h[(S=f[m]).i]=S.x(p);return h.join("")}}}var Hr=Fr(Us,"px, ","px)","deg)"),qr=Fr(Xs,", ",")",")"),Ys=1e-12;function Lr(t){return((t=Math.exp(t))+1/t)/2}function Ws(t){return((t=Math.exp(
t))-1/t)/2}function Ks(t){return((t=Math.exp(2*t))-1)/(t+1)}var Vr=(function t(e,n,r){function i(o,s){var a=o[0],u=o[1],l=o[2],c=s[0],h=s[1],f=s[2],p=c-a,m=h-u,w=p*p+m*m,S,y;if(w<Ys)y=Math.log(f/l)/e,
S=function(D){return[a+D*p,u+D*m,l*Math.exp(e*D*y)]};else{var C=Math.sqrt(w),O=(f*f-l*l+r*w)/(2*l*n*C),N=(f*f-l*l-r*w)/(2*f*n*C),L=Math.log(Math.sqrt(O*O+1)-O),P=Math.log(Math.sqrt(N*N+1)-N);y=(P-L)/e,
S=function(D){var _t=D*y,E=Lr(L),j=l/(n*C)*(E*Ks(e*_t+L)-Ws(L));return[a+j*p,u+j*m,l*E/Lr(e*_t+L)]}}return S.duration=Math.abs(y)*1e3*e/Math.SQRT2,S}return i.rho=function(o){var s=Math.max(.001,+o),a=s*
s,u=a*a;return t(s,a,u)},i})(Math.SQRT2,2,4);function Gr(t){return function(e,n){var r=t((e=le(e)).h,(n=le(n)).h),i=F(e.s,n.s),o=F(e.l,n.l),s=F(e.opacity,n.opacity);return function(a){return e.h=r(a),
e.s=i(a),e.l=o(a),e.opacity=s(a),e+""}}}var xl=Gr(sn),vl=Gr(F);function Ur(t){return function(e,n){var r=t((e=ce(e)).h,(n=ce(n)).h),i=F(e.c,n.c),o=F(e.l,n.l),s=F(e.opacity,n.opacity);return function(a){return e.h=r(a),e.c=i(a),e.l=o(a),e.opacity=s(a),e+""}}}var bl=Ur(
sn),_l=Ur(F);function Xr(t){return(function e(n){n=+n;function r(i,o){var s=t((i=fe(i)).h,(o=fe(o)).h),a=F(i.s,o.s),u=F(i.l,o.l),l=F(i.opacity,o.opacity);return function(c){return i.h=s(c),i.s=a(c),i.
l=u(Math.pow(c,n)),i.opacity=l(c),i+""}}return r.gamma=e,r})(1)}var kl=Xr(sn),Ml=Xr(F);var It=0,Gt=0,Vt=0,Wr=1e3,pe,Ut,me=0,xt=0,ye=0,Xt=typeof performance=="object"&&performance.now?performance:Date,Kr=typeof window=="object"&&window.requestAnimationFrame?window.requestAnimationFrame.bind(
window):function(t){setTimeout(t,17)};function we(){return xt||(Kr(Zs),xt=Xt.now()+ye)}function Zs(){xt=0}function ge(){this._call=this._time=this._next=null}ge.prototype=ln.prototype={constructor:ge,
restart:function(t,e,n){if(typeof t!="function")throw new TypeError("callback is not a function");n=(n==null?we():+n)+(e==null?0:+e),!this._next&&Ut!==this&&(Ut?Ut._next=this:pe=this,Ut=this),this._call=
t,this._time=n,un()},stop:function(){this._call&&(this._call=null,this._time=1/0,un())}};function ln(t,e,n){var r=new ge;return r.restart(t,e,n),r}function Js(){we(),++It;for(var t=pe,e;t;)(e=xt-t._time)>=
0&&t._call.call(void 0,e),t=t._next;--It}function Yr(){xt=(me=Xt.now())+ye,It=Gt=0;try{Js()}finally{It=0,js(),xt=0}}function Qs(){var t=Xt.now(),e=t-me;e>Wr&&(ye-=e,me=t)}function js(){for(var t,e=pe,
n,r=1/0;e;)e._call?(r>e._time&&(r=e._time),t=e,e=e._next):(n=e._next,e._next=null,e=t?t._next=n:pe=n);Ut=t,un(r)}function un(t){if(!It){Gt&&(Gt=clearTimeout(Gt));var e=t-xt;e>24?(t<1/0&&(Gt=setTimeout(
Yr,Math.ceil(t-Xt.now()-ye)+1)),Vt&&(Vt=clearInterval(Vt))):(Vt||(me=Xt.now(),Vt=setInterval(Qs,Wr)),It=1,Kr(Yr))}}function cn(t,e,n){var r=new ge;return e=e==null?0:+e,r.restart(i=>{r.stop(),t(i+e)},
e,n),r}function Jr(t){return((t*=2)<=1?t*t*t:(t-=2)*t*t+2)/2}var hn=3,El=(function t(e){e=+e;function n(r){return Math.pow(r,e)}return n.exponent=t,n})(hn),Ol=(function t(e){e=+e;function n(r){return 1-Math.
pow(1-r,e)}return n.exponent=t,n})(hn),Nl=(function t(e){e=+e;function n(r){return((r*=2)<=1?Math.pow(r,e):2-Math.pow(2-r,e))/2}return n.exponent=t,n})(hn),ta=Math.PI,Tl=ta/2;function xe(t){return(Math.pow(2,-10*t)-.0009765625)*1.0009775171065494}var Zr=4/11,Il=6/11,Cl=8/11,zl=3/4,Ll=9/11,$l=10/11,Rl=15/16,Pl=21/22,Dl=63/64,Bl=1/Zr/Zr;var fn=1.70158,Fl=(function t(e){e=+e;function n(r){return(r=+r)*r*(e*(r-1)+r)}return n.overshoot=t,n})(fn),Hl=(function t(e){e=+e;function n(r){return--r*r*((r+1)*e+r)+1}return n.overshoot=t,n})(fn),
ql=(function t(e){e=+e;function n(r){return((r*=2)<1?r*r*((e+1)*r-e):(r-=2)*r*((e+1)*r+e)+2)/2}return n.overshoot=t,n})(fn),Ct=2*Math.PI,dn=1,pn=.3,Vl=(function t(e,n){var r=Math.asin(1/(e=Math.max(1,
e)))*(n/=Ct);function i(o){return e*xe(- --o)*Math.sin((r-o)/n)}return i.amplitude=function(o){return t(o,n*Ct)},i.period=function(o){return t(e,o)},i})(dn,pn),Gl=(function t(e,n){var r=Math.asin(1/(e=
Math.max(1,e)))*(n/=Ct);function i(o){return 1-e*xe(o=+o)*Math.sin((o+r)/n)}return i.amplitude=function(o){return t(o,n*Ct)},i.period=function(o){return t(e,o)},i})(dn,pn),Ul=(function t(e,n){var r=Math.
asin(1/(e=Math.max(1,e)))*(n/=Ct);function i(o){return((o=o*2-1)<0?e*xe(-o)*Math.sin((r-o)/n):2-e*xe(o)*Math.sin((r+o)/n))/2}return i.amplitude=function(o){return t(o,n*Ct)},i.period=function(o){return t(
e,o)},i})(dn,pn);var ea=Dt("start","end","cancel","interrupt"),na=[],ti=0,Qr=1,mn=2,ve=3,jr=4,gn=5,be=6;function _e(t,e,n,r,i,o){var s=t.__transition;if(!s)t.__transition={};else if(n in s)return;ra(t,n,{name:e,index:r,
group:i,on:ea,tween:na,time:o.time,delay:o.delay,duration:o.duration,ease:o.ease,timer:null,state:ti})}function yn(t,e){var n=Y(t,e);if(n.state>ti)throw new Error("too late; already scheduled");return n}
function J(t,e){var n=Y(t,e);if(n.state>ve)throw new Error("too late; already running");return n}function Y(t,e){var n=t.__transition;if(!n||!(n=n[e]))throw new Error("transition not found");return n}
function ra(t,e,n){var r=t.__transition,i;r[e]=n,n.timer=ln(o,0,n.time);function o(l){n.state=Qr,n.timer.restart(s,n.delay,n.time),n.delay<=l&&s(l-n.delay)}function s(l){var c,h,f,p;if(n.state!==Qr)return u();
for(c in r)if(p=r[c],p.name===n.name){if(p.state===ve)return cn(s);p.state===jr?(p.state=be,p.timer.stop(),p.on.call("interrupt",t,t.__data__,p.index,p.group),delete r[c]):+c<e&&(p.state=be,p.timer.stop(),
p.on.call("cancel",t,t.__data__,p.index,p.group),delete r[c])}if(cn(function(){n.state===ve&&(n.state=jr,n.timer.restart(a,n.delay,n.time),a(l))}),n.state=mn,n.on.call("start",t,t.__data__,n.index,n.group),
n.state===mn){for(n.state=ve,i=new Array(f=n.tween.length),c=0,h=-1;c<f;++c)(p=n.tween[c].value.call(t,t.__data__,n.index,n.group))&&(i[++h]=p);i.length=h+1}}function a(l){for(var c=l<n.duration?n.ease.
call(null,l/n.duration):(n.timer.restart(u),n.state=gn,1),h=-1,f=i.length;++h<f;)i[h].call(t,c);n.state===gn&&(n.on.call("end",t,t.__data__,n.index,n.group),u())}function u(){n.state=be,n.timer.stop(),
delete r[e];for(var l in r)return;delete t.__transition}}function Yt(t,e){var n=t.__transition,r,i,o=!0,s;if(n){e=e==null?null:e+"";for(s in n){if((r=n[s]).name!==e){o=!1;continue}i=r.state>mn&&r.state<
gn,r.state=be,r.timer.stop(),r.on.call(i?"interrupt":"cancel",t,t.__data__,r.index,r.group),delete n[s]}o&&delete t.__transition}}function ia(t){return this.each(function(){Yt(this,t)})}function oa(t,e){
var n,r;return function(){var i=J(this,t),o=i.tween;if(o!==n){r=n=o;for(var s=0,a=r.length;s<a;++s)if(r[s].name===e){r=r.slice(),r.splice(s,1);break}}i.tween=r}}function sa(t,e,n){var r,i;if(typeof n!=
"function")throw new Error;return function(){var o=J(this,t),s=o.tween;if(s!==r){i=(r=s).slice();for(var a={name:e,value:n},u=0,l=i.length;u<l;++u)if(i[u].name===e){i[u]=a;break}u===l&&i.push(a)}o.tween=
i}}function aa(t,e){var n=this._id;if(t+="",arguments.length<2){for(var r=Y(this.node(),n).tween,i=0,o=r.length,s;i<o;++i)if((s=r[i]).name===t)return s.value;return null}return this.each((e==null?oa:sa)(
n,t,e))}function wn(t,e,n){var r=t._id;return t.each(function(){var i=J(this,r);(i.value||(i.value={}))[e]=n.apply(this,arguments)}),function(i){return Y(i,r).value[e]}}function ei(t,e){var n;return(typeof e==
"number"?st:e instanceof wt?an:(n=wt(e))?(e=n,an):Dr)(t,e)}function ua(t){return function(){this.removeAttribute(t)}}function la(t){return function(){this.removeAttributeNS(t.space,t.local)}}function ca(t,e,n){
var r,i=n+"",o;return function(){var s=this.getAttribute(t);return s===i?null:s===r?o:o=e(r=s,n)}}function ha(t,e,n){var r,i=n+"",o;return function(){var s=this.getAttributeNS(t.space,t.local);return s===
i?null:s===r?o:o=e(r=s,n)}}function fa(t,e,n){var r,i,o;return function(){var s,a=n(this),u;return a==null?void this.removeAttribute(t):(s=this.getAttribute(t),u=a+"",s===u?null:s===r&&u===i?o:(i=u,o=
e(r=s,a)))}}function da(t,e,n){var r,i,o;return function(){var s,a=n(this),u;return a==null?void this.removeAttributeNS(t.space,t.local):(s=this.getAttributeNS(t.space,t.local),u=a+"",s===u?null:s===r&&
u===i?o:(i=u,o=e(r=s,a)))}}function pa(t,e){var n=Pt(t),r=n==="transform"?qr:ei;return this.attrTween(t,typeof e=="function"?(n.local?da:fa)(n,r,wn(this,"attr."+t,e)):e==null?(n.local?la:ua)(n):(n.local?
ha:ca)(n,r,e))}function ma(t,e){return function(n){this.setAttribute(t,e.call(this,n))}}function ga(t,e){return function(n){this.setAttributeNS(t.space,t.local,e.call(this,n))}}function ya(t,e){var n,
r;function i(){var o=e.apply(this,arguments);return o!==r&&(n=(r=o)&&ga(t,o)),n}return i._value=e,i}function wa(t,e){var n,r;function i(){var o=e.apply(this,arguments);return o!==r&&(n=(r=o)&&ma(t,o)),
n}return i._value=e,i}function xa(t,e){var n="attr."+t;if(arguments.length<2)return(n=this.tween(n))&&n._value;if(e==null)return this.tween(n,null);if(typeof e!="function")throw new Error;var r=Pt(t);
return this.tween(n,(r.local?ya:wa)(r,e))}function va(t,e){return function(){yn(this,t).delay=+e.apply(this,arguments)}}function ba(t,e){return e=+e,function(){yn(this,t).delay=e}}function _a(t){var e=this.
_id;return arguments.length?this.each((typeof t=="function"?va:ba)(e,t)):Y(this.node(),e).delay}function ka(t,e){return function(){J(this,t).duration=+e.apply(this,arguments)}}function Ma(t,e){return e=
+e,function(){J(this,t).duration=e}}function Aa(t){var e=this._id;return arguments.length?this.each((typeof t=="function"?ka:Ma)(e,t)):Y(this.node(),e).duration}function Sa(t,e){if(typeof e!="function")
throw new Error;return function(){J(this,t).ease=e}}function Ea(t){var e=this._id;return arguments.length?this.each(Sa(e,t)):Y(this.node(),e).ease}function Oa(t,e){return function(){var n=e.apply(this,
arguments);if(typeof n!="function")throw new Error;J(this,t).ease=n}}function Na(t){if(typeof t!="function")throw new Error;return this.each(Oa(this._id,t))}function Ta(t){typeof t!="function"&&(t=Ve(
t));for(var e=this._groups,n=e.length,r=new Array(n),i=0;i<n;++i)for(var o=e[i],s=o.length,a=r[i]=[],u,l=0;l<s;++l)(u=o[l])&&t.call(u,u.__data__,l,o)&&a.push(u);return new ut(r,this._parents,this._name,
this._id)}function Ia(t){if(t._id!==this._id)throw new Error;for(var e=this._groups,n=t._groups,r=e.length,i=n.length,o=Math.min(r,i),s=new Array(r),a=0;a<o;++a)for(var u=e[a],l=n[a],c=u.length,h=s[a]=
new Array(c),f,p=0;p<c;++p)(f=u[p]||l[p])&&(h[p]=f);for(;a<r;++a)s[a]=e[a];return new ut(s,this._parents,this._name,this._id)}function Ca(t){return(t+"").trim().split(/^|\s+/).every(function(e){var n=e.
indexOf(".");return n>=0&&(e=e.slice(0,n)),!e||e==="start"})}function za(t,e,n){var r,i,o=Ca(e)?yn:J;return function(){var s=o(this,t),a=s.on;a!==r&&(i=(r=a).copy()).on(e,n),s.on=i}}function La(t,e){var n=this.
_id;return arguments.length<2?Y(this.node(),n).on.on(t):this.each(za(n,t,e))}function $a(t){return function(){var e=this.parentNode;for(var n in this.__transition)if(+n!==t)return;e&&e.removeChild(this)}}
function Ra(){return this.on("end.remove",$a(this._id))}function Pa(t){var e=this._name,n=this._id;typeof t!="function"&&(t=re(t));for(var r=this._groups,i=r.length,o=new Array(i),s=0;s<i;++s)for(var a=r[s],
u=a.length,l=o[s]=new Array(u),c,h,f=0;f<u;++f)(c=a[f])&&(h=t.call(c,c.__data__,f,a))&&("__data__"in c&&(h.__data__=c.__data__),l[f]=h,_e(l[f],e,n,f,l,Y(c,n)));return new ut(o,this._parents,e,n)}function Da(t){
var e=this._name,n=this._id;typeof t!="function"&&(t=qe(t));for(var r=this._groups,i=r.length,o=[],s=[],a=0;a<i;++a)for(var u=r[a],l=u.length,c,h=0;h<l;++h)if(c=u[h]){for(var f=t.call(c,c.__data__,h,u),
p,m=Y(c,n),w=0,S=f.length;w<S;++w)(p=f[w])&&_e(p,e,n,w,f,m);o.push(f),s.push(c)}return new ut(o,s,e,n)}var Ba=dt.prototype.constructor;function Fa(){return new Ba(this._groups,this._parents)}function Ha(t,e){
var n,r,i;return function(){var o=ft(this,t),s=(this.style.removeProperty(t),ft(this,t));return o===s?null:o===n&&s===r?i:i=e(n=o,r=s)}}function ni(t){return function(){this.style.removeProperty(t)}}function qa(t,e,n){
var r,i=n+"",o;return function(){var s=ft(this,t);return s===i?null:s===r?o:o=e(r=s,n)}}function Va(t,e,n){var r,i,o;return function(){var s=ft(this,t),a=n(this),u=a+"";return a==null&&(u=a=(this.style.
removeProperty(t),ft(this,t))),s===u?null:s===r&&u===i?o:(i=u,o=e(r=s,a))}}function Ga(t,e){var n,r,i,o="style."+e,s="end."+o,a;return function(){var u=J(this,t),l=u.on,c=u.value[o]==null?a||(a=ni(e)):
void 0;(l!==n||i!==c)&&(r=(n=l).copy()).on(s,i=c),u.on=r}}function Ua(t,e,n){var r=(t+="")=="transform"?Hr:ei;return e==null?this.styleTween(t,Ha(t,r)).on("end.style."+t,ni(t)):typeof e=="function"?this.
styleTween(t,Va(t,r,wn(this,"style."+t,e))).each(Ga(this._id,t)):this.styleTween(t,qa(t,r,e),n).on("end.style."+t,null)}function Xa(t,e,n){return function(r){this.style.setProperty(t,e.call(this,r),n)}}
function Ya(t,e,n){var r,i;function o(){var s=e.apply(this,arguments);return s!==i&&(r=(i=s)&&Xa(t,s,n)),r}return o._value=e,o}function Wa(t,e,n){var r="style."+(t+="");if(arguments.length<2)return(r=
this.tween(r))&&r._value;if(e==null)return this.tween(r,null);if(typeof e!="function")throw new Error;return this.tween(r,Ya(t,e,n??""))}function Ka(t){return function(){this.textContent=t}}function Za(t){
return function(){var e=t(this);this.textContent=e??""}}function Ja(t){return this.tween("text",typeof t=="function"?Za(wn(this,"text",t)):Ka(t==null?"":t+""))}function Qa(t){return function(e){this.textContent=
t.call(this,e)}}function ja(t){var e,n;function r(){var i=t.apply(this,arguments);return i!==n&&(e=(n=i)&&Qa(i)),e}return r._value=t,r}function tu(t){var e="text";if(arguments.length<1)return(e=this.tween(
e))&&e._value;if(t==null)return this.tween(e,null);if(typeof t!="function")throw new Error;return this.tween(e,ja(t))}function eu(){for(var t=this._name,e=this._id,n=ri(),r=this._groups,i=r.length,o=0;o<
i;++o)for(var s=r[o],a=s.length,u,l=0;l<a;++l)if(u=s[l]){var c=Y(u,e);_e(u,t,n,l,s,{time:c.time+c.delay+c.duration,delay:0,duration:c.duration,ease:c.ease})}return new ut(r,this._parents,t,n)}function nu(){
var t,e,n=this,r=n._id,i=n.size();return new Promise(function(o,s){var a={value:s},u={value:function(){--i===0&&o()}};n.each(function(){var l=J(this,r),c=l.on;c!==t&&(e=(t=c).copy(),e._.cancel.push(a),
e._.interrupt.push(a),e._.end.push(u)),l.on=e}),i===0&&o()})}var ru=0;function ut(t,e,n,r){this._groups=t,this._parents=e,this._name=n,this._id=r}function iu(t){return dt().transition(t)}function ri(){
return++ru}var at=dt.prototype;ut.prototype=iu.prototype={constructor:ut,select:Pa,selectAll:Da,selectChild:at.selectChild,selectChildren:at.selectChildren,filter:Ta,merge:Ia,selection:Fa,transition:eu,
call:at.call,nodes:at.nodes,node:at.node,size:at.size,empty:at.empty,each:at.each,on:La,attr:pa,attrTween:xa,style:Ua,styleTween:Wa,text:Ja,textTween:tu,remove:Ra,tween:aa,delay:_a,duration:Aa,ease:Ea,
easeVarying:Na,end:nu,[Symbol.iterator]:at[Symbol.iterator]};var ou={time:null,delay:0,duration:250,ease:Jr};function su(t,e){for(var n;!(n=t.__transition)||!(n=n[e]);)if(!(t=t.parentNode))throw new Error(
`transition ${e} not found`);return n}function au(t){var e,n;t instanceof ut?(e=t._id,t=t._name):(e=ri(),(n=ou).time=we(),t=t==null?null:t+"");for(var r=this._groups,i=r.length,o=0;o<i;++o)for(var s=r[o],
a=s.length,u,l=0;l<a;++l)(u=s[l])&&_e(u,t,e,l,s,n||su(u,e));return new ut(r,this._parents,t,e)}dt.prototype.interrupt=ia;dt.prototype.transition=au;var ke=t=>()=>t;function uu(t,{sourceEvent:e,target:n,transform:r,dispatch:i}){Object.defineProperties(this,{type:{value:t,enumerable:!0,configurable:!0},sourceEvent:{value:e,enumerable:!0,configurable:!0},
target:{value:n,enumerable:!0,configurable:!0},transform:{value:r,enumerable:!0,configurable:!0},_:{value:i}})}function lt(t,e,n){this.k=t,this.x=e,this.y=n}lt.prototype={constructor:lt,scale:function(t){
return t===1?this:new lt(this.k*t,this.x,this.y)},translate:function(t,e){return t===0&e===0?this:new lt(this.k,this.x+this.k*t,this.y+this.k*e)},apply:function(t){return[t[0]*this.k+this.x,t[1]*this.
k+this.y]},applyX:function(t){return t*this.k+this.x},applyY:function(t){return t*this.k+this.y},invert:function(t){return[(t[0]-this.x)/this.k,(t[1]-this.y)/this.k]},invertX:function(t){return(t-this.
x)/this.k},invertY:function(t){return(t-this.y)/this.k},rescaleX:function(t){return t.copy().domain(t.range().map(this.invertX,this).map(t.invert,t))},rescaleY:function(t){return t.copy().domain(t.range().
map(this.invertY,this).map(t.invert,t))},toString:function(){return"translate("+this.x+","+this.y+") scale("+this.k+")"}};var vt=new lt(1,0,0);lu.prototype=lt.prototype;function lu(t){for(;!t.__zoom;)
if(!(t=t.parentNode))return vt;return t.__zoom}function xn(t){t.stopImmediatePropagation()}function Wt(t){t.preventDefault(),t.stopImmediatePropagation()}function cu(t){return(!t.ctrlKey||t.type==="wh\
eel")&&!t.button}function hu(){var t=this;return t instanceof SVGElement?(t=t.ownerSVGElement||t,t.hasAttribute("viewBox")?(t=t.viewBox.baseVal,[[t.x,t.y],[t.x+t.width,t.y+t.height]]):[[0,0],[t.width.
baseVal.value,t.height.baseVal.value]]):[[0,0],[t.clientWidth,t.clientHeight]]}function ii(){return this.__zoom||vt}function fu(t){return-t.deltaY*(t.deltaMode===1?.05:t.deltaMode?1:.002)*(t.ctrlKey?10:
1)}function du(){return navigator.maxTouchPoints||"ontouchstart"in this}function pu(t,e,n){var r=t.invertX(e[0][0])-n[0][0],i=t.invertX(e[1][0])-n[1][0],o=t.invertY(e[0][1])-n[0][1],s=t.invertY(e[1][1])-
n[1][1];return t.translate(i>r?(r+i)/2:Math.min(0,r)||Math.max(0,i),s>o?(o+s)/2:Math.min(0,o)||Math.max(0,s))}function vn(){var t=cu,e=hu,n=pu,r=fu,i=du,o=[0,1/0],s=[[-1/0,-1/0],[1/0,1/0]],a=250,u=Vr,
l=Dt("start","zoom","end"),c,h,f,p=500,m=150,w=0,S=10;function y(d){d.property("__zoom",ii).on("wheel.zoom",_t,{passive:!1}).on("mousedown.zoom",E).on("dblclick.zoom",j).filter(i).on("touchstart.zoom",
kt).on("touchmove.zoom",Qt).on("touchend.zoom touchcancel.zoom",Lt).style("-webkit-tap-highlight-color","rgba(0,0,0,0)")}y.transform=function(d,x,g,v){var k=d.selection?d.selection():d;k.property("__z\
oom",ii),d!==k?L(d,x,g,v):k.interrupt().each(function(){P(this,arguments).event(v).start().zoom(null,typeof x=="function"?x.apply(this,arguments):x).end()})},y.scaleBy=function(d,x,g,v){y.scaleTo(d,function(){
var k=this.__zoom.k,M=typeof x=="function"?x.apply(this,arguments):x;return k*M},g,v)},y.scaleTo=function(d,x,g,v){y.transform(d,function(){var k=e.apply(this,arguments),M=this.__zoom,A=g==null?N(k):typeof g==
"function"?g.apply(this,arguments):g,T=M.invert(A),z=typeof x=="function"?x.apply(this,arguments):x;return n(O(C(M,z),A,T),k,s)},g,v)},y.translateBy=function(d,x,g,v){y.transform(d,function(){return n(
this.__zoom.translate(typeof x=="function"?x.apply(this,arguments):x,typeof g=="function"?g.apply(this,arguments):g),e.apply(this,arguments),s)},null,v)},y.translateTo=function(d,x,g,v,k){y.transform(
d,function(){var M=e.apply(this,arguments),A=this.__zoom,T=v==null?N(M):typeof v=="function"?v.apply(this,arguments):v;return n(vt.translate(T[0],T[1]).scale(A.k).translate(typeof x=="function"?-x.apply(
this,arguments):-x,typeof g=="function"?-g.apply(this,arguments):-g),M,s)},v,k)};function C(d,x){return x=Math.max(o[0],Math.min(o[1],x)),x===d.k?d:new lt(x,d.x,d.y)}function O(d,x,g){var v=x[0]-g[0]*
d.k,k=x[1]-g[1]*d.k;return v===d.x&&k===d.y?d:new lt(d.k,v,k)}function N(d){return[(+d[0][0]+ +d[1][0])/2,(+d[0][1]+ +d[1][1])/2]}function L(d,x,g,v){d.on("start.zoom",function(){P(this,arguments).event(
v).start()}).on("interrupt.zoom end.zoom",function(){P(this,arguments).event(v).end()}).tween("zoom",function(){var k=this,M=arguments,A=P(k,M).event(v),T=e.apply(k,M),z=g==null?N(T):typeof g=="functi\
on"?g.apply(k,M):g,W=Math.max(T[1][0]-T[0][0],T[1][1]-T[0][1]),R=k.__zoom,G=typeof x=="function"?x.apply(k,M):x,tt=u(R.invert(z).concat(W/R.k),G.invert(z).concat(W/G.k));return function(U){if(U===1)U=
G;else{var et=tt(U),$e=W/et[2];U=new lt($e,z[0]-et[0]*$e,z[1]-et[1]*$e)}A.zoom(null,U)}})}function P(d,x,g){return!g&&d.__zooming||new D(d,x)}function D(d,x){this.that=d,this.args=x,this.active=0,this.
sourceEvent=null,this.extent=e.apply(d,x),this.taps=0}D.prototype={event:function(d){return d&&(this.sourceEvent=d),this},start:function(){return++this.active===1&&(this.that.__zooming=this,this.emit(
"start")),this},zoom:function(d,x){return this.mouse&&d!=="mouse"&&(this.mouse[1]=x.invert(this.mouse[0])),this.touch0&&d!=="touch"&&(this.touch0[1]=x.invert(this.touch0[0])),this.touch1&&d!=="touch"&&
(this.touch1[1]=x.invert(this.touch1[0])),this.that.__zoom=x,this.emit("zoom"),this},end:function(){return--this.active===0&&(delete this.that.__zooming,this.emit("end")),this},emit:function(d){var x=V(
this.that).datum();l.call(d,this.that,new uu(d,{sourceEvent:this.sourceEvent,target:y,transform:this.that.__zoom,dispatch:l}),x)}};function _t(d,...x){if(!t.apply(this,arguments))return;var g=P(this,x).
event(d),v=this.__zoom,k=Math.max(o[0],Math.min(o[1],v.k*Math.pow(2,r.apply(this,arguments)))),M=it(d);if(g.wheel)(g.mouse[0][0]!==M[0]||g.mouse[0][1]!==M[1])&&(g.mouse[1]=v.invert(g.mouse[0]=M)),clearTimeout(
g.wheel);else{if(v.k===k)return;g.mouse=[M,v.invert(M)],Yt(this),g.start()}Wt(d),g.wheel=setTimeout(A,m),g.zoom("mouse",n(O(C(v,k),g.mouse[0],g.mouse[1]),g.extent,s));function A(){g.wheel=null,g.end()}}
function E(d,...x){if(f||!t.apply(this,arguments))return;var g=d.currentTarget,v=P(this,x,!0).event(d),k=V(d.view).on("mousemove.zoom",z,!0).on("mouseup.zoom",W,!0),M=it(d,g),A=d.clientX,T=d.clientY;ur(
d.view),xn(d),v.mouse=[M,this.__zoom.invert(M)],Yt(this),v.start();function z(R){if(Wt(R),!v.moved){var G=R.clientX-A,tt=R.clientY-T;v.moved=G*G+tt*tt>w}v.event(R).zoom("mouse",n(O(v.that.__zoom,v.mouse[0]=
it(R,g),v.mouse[1]),v.extent,s))}function W(R){k.on("mousemove.zoom mouseup.zoom",null),lr(R.view,v.moved),Wt(R),v.event(R).end()}}function j(d,...x){if(t.apply(this,arguments)){var g=this.__zoom,v=it(
d.changedTouches?d.changedTouches[0]:d,this),k=g.invert(v),M=g.k*(d.shiftKey?.5:2),A=n(O(C(g,M),v,k),e.apply(this,x),s);Wt(d),a>0?V(this).transition().duration(a).call(L,A,v,d):V(this).call(y.transform,
A,v,d)}}function kt(d,...x){if(t.apply(this,arguments)){var g=d.touches,v=g.length,k=P(this,x,d.changedTouches.length===v).event(d),M,A,T,z;for(xn(d),A=0;A<v;++A)T=g[A],z=it(T,this),z=[z,this.__zoom.invert(
z),T.identifier],k.touch0?!k.touch1&&k.touch0[2]!==z[2]&&(k.touch1=z,k.taps=0):(k.touch0=z,M=!0,k.taps=1+!!c);c&&(c=clearTimeout(c)),M&&(k.taps<2&&(h=z[0],c=setTimeout(function(){c=null},p)),Yt(this),
k.start())}}function Qt(d,...x){if(this.__zooming){var g=P(this,x).event(d),v=d.changedTouches,k=v.length,M,A,T,z;for(Wt(d),M=0;M<k;++M)A=v[M],T=it(A,this),g.touch0&&g.touch0[2]===A.identifier?g.touch0[0]=
T:g.touch1&&g.touch1[2]===A.identifier&&(g.touch1[0]=T);if(A=g.that.__zoom,g.touch1){var W=g.touch0[0],R=g.touch0[1],G=g.touch1[0],tt=g.touch1[1],U=(U=G[0]-W[0])*U+(U=G[1]-W[1])*U,et=(et=tt[0]-R[0])*et+
(et=tt[1]-R[1])*et;A=C(A,Math.sqrt(U/et)),T=[(W[0]+G[0])/2,(W[1]+G[1])/2],z=[(R[0]+tt[0])/2,(R[1]+tt[1])/2]}else if(g.touch0)T=g.touch0[0],z=g.touch0[1];else return;g.zoom("touch",n(O(A,T,z),g.extent,
s))}}function Lt(d,...x){if(this.__zooming){var g=P(this,x).event(d),v=d.changedTouches,k=v.length,M,A;for(xn(d),f&&clearTimeout(f),f=setTimeout(function(){f=null},p),M=0;M<k;++M)A=v[M],g.touch0&&g.touch0[2]===
A.identifier?delete g.touch0:g.touch1&&g.touch1[2]===A.identifier&&delete g.touch1;if(g.touch1&&!g.touch0&&(g.touch0=g.touch1,delete g.touch1),g.touch0)g.touch0[1]=this.__zoom.invert(g.touch0[0]);else if(g.
end(),g.taps===2&&(A=it(A,this),Math.hypot(h[0]-A[0],h[1]-A[1])<S)){var T=V(this).on("dblclick.zoom");T&&T.apply(this,arguments)}}}return y.wheelDelta=function(d){return arguments.length?(r=typeof d==
"function"?d:ke(+d),y):r},y.filter=function(d){return arguments.length?(t=typeof d=="function"?d:ke(!!d),y):t},y.touchable=function(d){return arguments.length?(i=typeof d=="function"?d:ke(!!d),y):i},y.
extent=function(d){return arguments.length?(e=typeof d=="function"?d:ke([[+d[0][0],+d[0][1]],[+d[1][0],+d[1][1]]]),y):e},y.scaleExtent=function(d){return arguments.length?(o[0]=+d[0],o[1]=+d[1],y):[o[0],
o[1]]},y.translateExtent=function(d){return arguments.length?(s[0][0]=+d[0][0],s[1][0]=+d[1][0],s[0][1]=+d[0][1],s[1][1]=+d[1][1],y):[[s[0][0],s[0][1]],[s[1][0],s[1][1]]]},y.constrain=function(d){return arguments.
length?(n=d,y):n},y.duration=function(d){return arguments.length?(a=+d,y):a},y.interpolate=function(d){return arguments.length?(u=d,y):u},y.on=function(){var d=l.on.apply(l,arguments);return d===l?y:d},
y.clickDistance=function(d){return arguments.length?(w=(d=+d)*d,y):Math.sqrt(w)},y.tapDistance=function(d){return arguments.length?(S=+d,y):S},y}var bn=.7,Ae=80,Me=12;function _n(t,e,n,r){let[i,o]=[Math.cos(t.yaw),Math.sin(t.yaw)],[s,a]=[Math.cos(t.pitch),Math.sin(t.pitch)],u=i*e+o*r,l=i*r-o*e;return[u,s*n-a*l,a*n+s*l]}function oi(t,e){return t.
flat?1:3.2*t.radius/Math.max(.6*t.radius,3.2*t.radius-e)}function Zt(t,e,n,r){let[i,o,s]=[0,1,2].map(h=>n[3*r+h]-e.centre[h]),[a,u,l]=t.flat?[i,o,0]:_n(e,i,o,s),c=e.zoom*oi(t,l);return[t.width/2+a*t.scale[0]*
c,t.height/2-u*t.scale[1]*c,l]}function kn(t,e,n,r){let{zoom:i,centre:o,yaw:s,pitch:a}=e,[u,l]=[n/t.scale[0]/i,-r/t.scale[1]/i],c=[u,l,0];if(!t.flat){let[p,m,w,S]=[Math.cos(s),Math.sin(s),Math.cos(a),
Math.sin(a)],y=-S*l;c=[p*u-m*y,w*l,m*u+p*y]}let h=t.flat?t.reach:[t.radius,t.radius,t.radius],f=(p,m)=>I(-1.1*h[m],p-c[m],1.1*h[m]);return{...e,centre:o.map(f)}}function si(t,e,n){let r=I(-Math.PI/2,t.
pitch+n,Math.PI/2);return{...t,yaw:t.yaw+e,pitch:r}}function ai(t,e,n,r=t.width/2,i=t.height/2){let o=I(bn,e.zoom*n,Ae),s=o/e.zoom,[a,u]=[r-t.width/2,i-t.height/2];return kn(t,{...e,zoom:o},a*(1-s),u*
(1-s))}function Mn(t,e,n,r){let i=[0,1,2].map(u=>n.map(l=>r[3*l+u])).map(u=>[Math.min(...u),Math.max(...u)]),o=i.map(([u,l])=>(u+l)/2),s=i.map(([u,l])=>(l-u)/2+1e-6),a=t.flat?Math.min(t.reach[0]/s[0],
t.reach[1]/s[1]):t.radius/Math.hypot(...s);return{...e,centre:o,zoom:I(1,.85*a,Ae)}}function ui(t,e,n){let r=(i,o)=>i+n*(o-i);return{zoom:t.zoom*(e.zoom/t.zoom)**n,yaw:r(t.yaw,e.yaw),pitch:r(t.pitch,e.
pitch),centre:t.centre.map((i,o)=>r(i,e.centre[o]))}}function li(t,e,{at:n,rank:r,x:i,y:o,bucket:s,order:a},u){let{width:l,height:c,flat:h,scale:f,radius:p}=t,[m,w,S]=e.centre,[y,C]=[e.zoom*f[0],e.zoom*
f[1]],[O,N]=[Math.cos(e.yaw),Math.sin(e.yaw)],[L,P]=[Math.cos(e.pitch),Math.sin(e.pitch)],D=new Uint32Array(51);for(let E=0;E<r.length;E++){let j=n[3*E]-m,kt=n[3*E+1]-w,Qt=9,Lt=1;if(!h){let g=n[3*E+2]-
S,v=O*g-N*j,k=P*kt+L*v;j=O*j+N*g,kt=L*kt-P*v,Lt=oi(t,k),Qt=I(0,Math.floor((k/p+1)*.5*10),9)}i[E]=Math.round((l/2+j*y*Lt)*u)/u,o[E]=Math.round((c/2-kt*C*Lt)*u)/u;let d=i[E]>-Me&&i[E]<l+Me&&o[E]>-Me&&o[E]<
c+Me,x=r[E]!==255&&d;s[E]=x?r[E]*10+Qt:255,x&&(D[s[E]+1]+=1)}for(let E=1;E<D.length;E++)D[E]+=D[E-1];let _t=D.slice();for(let E=0;E<r.length;E++)s[E]!==255&&(a[_t[s[E]]++]=E);return D}var An=6,gu=16,yu=400;function wu(t,e,n){let r=e.k/t.k,[i,o]=[e.x-r*t.x,e.y-r*t.y],s=n[0]-(n[0]-i)/r,a=n[1]-(n[1]-o)/r;return{factor:r,across:s,down:a}}function xu(t){return-I(-150,t.deltaY*[1,gu,yu][t.
deltaMode],150)*(t.ctrlKey?.01:.002)*Math.LOG2E}function vu(t,e){let r=(t.targetTouches?.length?[...t.targetTouches]:[t]).map(o=>ee(o,e)),i=o=>r.reduce((s,a)=>s+a[o],0)/r.length;return[i(0),i(1)]}function ci(t,{
zoomOfView:e,zoomAt:n,drag:r,dragging:i}){let o=V(t),s=vn().scaleExtent([bn,Ae]).filter(m=>!m.button).wheelDelta(xu).clickDistance(An),a=vt,u=null,l=!1,c=!1,h=()=>{Math.abs(a.k/e()-1)<1e-9||(c=!0,o.call(
s.transform,vt.scale(e())),c=!1,a=t.__zoom)};for(let m of["wheel","mousedown","touchstart"])t.addEventListener(m,h,{passive:!0});let f=m=>m.deltaY<0&&m.preventDefault();t.addEventListener("wheel",f,{passive:!1});
let p=m=>{if(m.touches.length>1)m.preventDefault();else if(m.type==="touchmove"&&!l&&u){let w=(m.touches[0].clientX-u.finger)/nt(t);Math.abs(w)<An&&m.stopImmediatePropagation()}};for(let m of["touchst\
art","touchmove"])t.addEventListener(m,p,{passive:!1});s.on("start",({sourceEvent:m})=>{c||!m||(u={transform:t.__zoom,finger:m.touches?.[0].clientX},a=t.__zoom,l=!1)}),s.on("zoom",({transform:m,sourceEvent:w})=>{
if(c)return;let S=nt(t),y=({k:N,x:L,y:P})=>({k:N,x:L/S,y:P/S}),C=vu(w,t),O=wu(y(a),y(m),C);if(w.type==="wheel"){a=m,n(O.factor,...C);return}l||=w.type==="touchmove"||Math.hypot(O.across,O.down)>=An,l&&
(a=m,i(!0),r(O.across,O.down,w),O.factor!==1&&n(O.factor,...C))}),s.on("end",()=>{c||(u=null,l&&i(!1),l=!1)}),o.call(s).on("dblclick.zoom",null);for(let m of["mousedown.zoom","touchstart.zoom","touche\
nd.zoom"]){let w=o.on(m);w&&o.on(m,function(S,...y){S.stopImmediatePropagation=()=>{},w.call(this,S,...y)})}}var Se=12,bu=3;function hi({x:t,y:e,order:n,seen:r,bucket:i},[o,s],a=Se){let u=-1,l=a;for(let c=0;c<r;c++){let h=n[c],f=Math.hypot(t[h]-o,e[h]-s),p=i[h]>=20?bu:0;f<a&&f-p<=l&&(u=h,l=f-p)}return u}var fi=.008,_u={ArrowLeft:[-1,0],ArrowRight:[1,0],ArrowUp:[0,-1],ArrowDown:[0,1]},ku={"+":1.25,"=":1.25,"-":.8};function di(t){Mu(t),Au(t),t.root.addEventListener("keydown",e=>{e.key==="Escape"&&(e.preventDefault(),
t.query&&e.composedPath()[0]===t.search?(t.search.value="",t.searchFor("")):t.back())})}function Mu(t){let{canvas:e}=t,n=(o,s)=>hi(t,ee(o,e),s),r="mouse",i=!1;ci(e,{zoomOfView:()=>t.view.zoom,zoomAt:(o,s,a)=>t.
zoomAt(o,s,a),drag:(o,s,a)=>{t.flat||a.shiftKey?t.pan(o,s):t.turn3d(o*fi,s*fi)},dragging:o=>{i=o,o&&t.pointAt(-1),e.style.cursor=o?"grabbing":"grab"}}),e.addEventListener("pointerdown",o=>{r=o.pointerType}),
e.addEventListener("pointermove",o=>{o.pointerType==="mouse"&&!o.buttons&&!i&&t.pointAt(n(o))}),e.addEventListener("pointerleave",()=>t.pointAt(-1)),e.addEventListener("click",o=>{let s=n(o,r==="mouse"?
Se:2*Se);s>=0&&t.choose(s)}),e.addEventListener("dblclick",o=>{n(o)<0&&t.reset()}),e.addEventListener("keydown",o=>{let[s,a]=[_u[o.key],ku[o.key]];o.ctrlKey||o.metaKey||o.altKey||!(s||a)||(o.preventDefault(),
a?t.zoomAt(a):t.flat?t.pan(-40*s[0],-40*s[1]):t.turn3d(.12*s[0],.12*s[1]))})}function Au(t){let{slider:e,search:n,list:r}=t;e.addEventListener("input",()=>t.goTo(Number(e.value))),e.addEventListener("\
change",()=>t.tell()),n.addEventListener("input",()=>t.searchFor(n.value)),n.addEventListener("keydown",i=>{i.key!=="Enter"||!t.matches.length||t.choose(t.matches[t.turn++%t.matches.length])}),r.addEventListener(
"keydown",i=>{let o={ArrowUp:-1,ArrowDown:1}[i.key],s=[...r.querySelectorAll("button")];if(!o||!s.length)return;i.preventDefault();let a=s.indexOf(t.root.getRootNode().activeElement);s[I(0,a+o,s.length-
1)].focus()})}var Jt=(t,e,n=[1])=>(r,i)=>{for(let o=0;o<t;o++){let s=e+2*Math.PI*o/t,a=i*n[o%n.length];r.lineTo(a*Math.sin(s),-a*Math.cos(s))}r.closePath()},pi=t=>(e,n)=>{e.rotate(t);for(let[r,i]of[[.4,1.2],[1.2,.4]])
e.rect(-r*n,-i*n,2*r*n,2*i*n)},Sn=(t,e)=>t.arc(0,0,e,0,2*Math.PI),En=[Sn,Jt(4,Math.PI/4,[1.25]),Jt(3,0,[1.4]),Jt(4,0,[1.35]),pi(0),Jt(3,Math.PI,[1.4]),pi(Math.PI/4),Jt(10,0,[1.5,.65])];var Su=[1,.45,.16];function On(t,e,n,r,{pale:i=0,large:o=!1,shape:s=n}={}){t.beginPath(),(s<0?Sn:En[s])(t,r),t.strokeStyle=`rgb(${e.paper})`,t.lineWidth=2,t.stroke();let a=o?ct(e.muted):e.grey,u=n>=0?
e.groups[n]:a;t.fillStyle=`rgb(${$t(u,e.paper,i)})`,t.fill()}var Ee=class{constructor({size:e,ratio:n,flat:r,width:i,height:o,colours:s}){Object.assign(this,{size:e,ratio:n,flat:r,width:i,height:o,colours:s,
drawn:[]})}get(e,n,r,i,o){let a=((((e+1)*(En.length+1)+n+1)*10+r)*2+i)*3+o;return this.drawn[a]??=this.draw(e,n,r,i,o)}draw(e,n,r,i,o){let s=r/9,a=this.flat?1:.65+.5*s,u=(this.size+(i?2.5:0))*a*(e<0&&
!i?.85:1),l=Math.ceil((1.6*u+2)*this.ratio),c=2*l,f=new OffscreenCanvas(c,c).getContext("2d",{willReadFrequently:!0});f.translate(l,l),f.scale(this.ratio,this.ratio),f.globalAlpha=Su[o];let p=this.flat?
0:.62*(1-s);On(f,this.colours,e,u,{pale:p,large:i,shape:n});let m=f.getImageData(0,0,c,c).data,w=[];for(let N=0;N<m.length;N+=4)m[N+3]&&w.push(N);let S=Int16Array.from(w,N=>N/4%c-l),C=Int32Array.from(
w,(N,L)=>4*((Math.floor(N/4/c)-l)*this.width+S[L])),O=Uint8Array.from(w.flatMap(N=>[...m.subarray(N,N+4)]));return{radius:u,half:l,columns:S,offsets:C,colours:O}}copy(e,{half:n,columns:r,offsets:i,colours:o},s,a){
let{width:u,height:l}=this,c=4*(a*u+s),h=s>=n&&a>=n&&s+n<u&&a+n<l;for(let f=0;f<i.length;f++){let p=c+i[f],m=s+r[f];if(!h&&(p<0||p>=e.length||m<0||m>=u))continue;let w=o[4*f+3],S=255-w;for(let y=0;y<3;y++)
e[p+y]=(o[4*f+y]*w+e[p+y]*S)/255}}};var Nn=[...Array(68).keys()],Eu=[[1,0],[-1,0],[0,-1],[0,1],[1,-1],[-1,-1],[1,1],[-1,1]],zt=t=>t>=8;function Ou(t,e,n,r,i,o){if(!zt(t)){let[l,c]=Eu[t],h=l&&c?.75:1;return[e-r/2+l*h*(o+r/2),n-i/2+c*h*(o+
i/2)]}let s=Math.floor((t-8)/12),a=(t-8)%12*(Math.PI/6),u=24+20*s;return[e-r/2+Math.cos(a)*(u+r/2),n-i/2+Math.sin(a)*u]}function Nu(t,e){if(t===void 0||t>=e)return Nn.slice(0,e);let n=Nn.slice(0,Math.
min(e,8)),r=Nn.slice(8,e);return zt(t)?[...n,t,...r]:[t,...n,...r]}var Oe=class{constructor({width:e,height:n,x:r,y:i,order:o,seen:s,size:a}){Object.assign(this,{width:e,height:n,x:r,y:i,seen:s,size:a}),
this.shelves=Array.from({length:Math.ceil(n/32)+1},()=>[]),this.across=Math.ceil(e/16)+2;let u=this.across*(Math.ceil(n/16)+2);this.dots=Array.from({length:u},()=>[]);for(let l=0;l<s;l++)this.dotsNear(
o[l]).push(o[l])}dotsNear(e){let n=Math.floor(this.y[e]/16)+1;return this.dots[n*this.across+Math.floor(this.x[e]/16)+1]}shelvesOf(e,n){return this.shelves.slice(Math.floor(e/32),Math.floor((e+n)/32)+
1)}isFree(e,n,r,i){return e<3||n<3||e+r>this.width-3||n+i>this.height-3?!1:this.shelvesOf(n,i).every(o=>o.every(([s,a,u,l])=>e>=u+3||s>=e+r+3||n>=l+1||a>=n+i+1))}reserve(e,n,r,i){let o=[e,n,e+r,n+i];for(let s of this.
shelvesOf(n,i))s.push(o)}countCovered(e,n,r,i,o,s){let a=.7*this.size,u=f=>Math.floor(f/16)+1,{x:l,y:c}=this,h=0;for(let f=u(n-a);f<=u(n+i+a);f++)for(let p=u(e-a);p<=u(e+r+a);p++)for(let m of this.dots[f*
this.across+p]??[])if(!(m===o||l[m]<e-a||l[m]>e+r+a)&&!(c[m]<n-a||c[m]>n+i+a)&&++h>s)return h;return h}place(e,{wide:n,high:r,gap:i,last:o,slots:s,crowd:a}){let u=null;for(let l of Nu(o,s)){if(u&&zt(l)&&
(this.seen>300||l>=32))break;let[c,h]=Ou(l,this.x[e],this.y[e],n,r,i);if(!this.isFree(c,h,n,r))continue;let f=this.countCovered(c,h,n,r,e,u?.covered??a);if(!(f>a)&&!(u&&(f>=u.covered||zt(l)&&f))&&(u={
slot:l,left:c,top:h,covered:f},f===0||l===o&&s===4))break}return u&&this.reserve(u.left,u.top,n,r),u}};var mi=[[1,0,0],[0,1,0],[0,0,1]];function gi(t){let{canvas:e,width:n,height:r}=t,i=Math.min((window.devicePixelRatio||1)*nt(e),2),[o,s]=[Math.round(n*i),Math.round(r*i)];return t.ratio=i,e.width===o&&
e.height===s?!1:(Object.assign(e,{width:o,height:s}),Object.assign(e.style,{width:`${n}px`,height:`${r}px`}),t.image=t.pen.createImageData(o,s),t.pixels=new Uint8Array(t.image.data.buffer),!0)}function yi(t){
let{order:e,x:n,y:r,ratio:i,pixels:o,markers:s}=t,a=new Uint32Array(new Uint8Array([...t.colours.paper,255]).buffer)[0];new Uint32Array(o.buffer).fill(a);for(let u=0;u<t.seen;u++){let l=e[u],[c,h]=[Math.
round(n[l]*i),Math.round(r[l]*i)];s.copy(o,t.markerOf(l),c,h)}t.pen.putImageData(t.image,0,0)}function Tn(t,e,n){if(t.bucket[e]===255)return;let{pen:r,colours:i,theme:o}=t,s=[[`rgb(${i.paper})`,n+3],[
o.text,n]];for(let[a,u]of s)r.beginPath(),r.arc(t.x[e],t.y[e],t.markerOf(e).radius+4,0,2*Math.PI),r.strokeStyle=a,r.lineWidth=u,r.stroke()}function wi(t){let{pen:e,x:n,y:r,data:i,colours:o,chosen:s}=t;
e.lineWidth=1.25;for(let a of i.paths&&!t.isolated?t.strong:[]){if(t.bucket[a]===255)continue;let u=i.groups[a],c=t.places.slice(0,t.step).map(h=>Zt(t,t.view,h,a));e.strokeStyle=`rgb(${u<0?o.grey:o.groups[u]}\
)`,e.globalAlpha=t.faded&&t.rank[a]<3?.25:.8,Ne(e,[...c,[n[a],r[a]]],0,t.markerOf(a).radius)}e.strokeStyle=t.theme.text,e.globalAlpha=.35;for(let a of t.links){let u=[[n[s],r[s]],[n[a],r[a]]];Ne(e,u,14,
t.markerOf(a).radius)}e.globalAlpha=1}function Ne(t,e,n,r){if(e.length<2)return;let i=([o,s],[a,u],l)=>{let c=Math.min(1,l/(Math.hypot(a-o,u-s)||1));return[o+c*(a-o),s+c*(u-s)]};t.beginPath(),t.moveTo(
...i(e[0],e[1],n));for(let[o,s]of e.slice(1,-1))t.lineTo(o,s);t.lineTo(...i(e.at(-1),e.at(-2),r)),t.stroke()}function xi(t){if(t.flat)return;let{pen:e,theme:n,view:r,reach:i}=t;e.strokeStyle=n.muted,e.
lineWidth=1,e.globalAlpha=.35;let o=(l,c,h)=>{let f=l.map(p=>p*h*1.08*i[c]);return Zt(t,r,f,0)};t.ends=mi.map((l,c)=>[-1,1].map(h=>o(l,c,h)));for(let[l,c]of t.ends)e.beginPath(),e.moveTo(l[0],l[1]),e.
lineTo(c[0],c[1]),e.stroke();e.globalAlpha=1;let s=40,a=t.height-40;e.font=n.font(12,!1),e.textAlign="center";let u=mi.map((l,c)=>[..._n(r,...l),c]);for(let[l,c,h,f]of u.sort((p,m)=>p[2]-m[2]))e.globalAlpha=
.65+.35*I(0,h,1),e.strokeStyle=e.fillStyle=n.text,e.lineWidth=1.5,e.beginPath(),e.moveTo(s,a),e.lineTo(s+22*l,a-22*c),e.stroke(),e.fillText(f+1,s+31*l,a-31*c);e.globalAlpha=1}function bi(t){let{bucket:e,count:n,width:r,height:i,starts:o,order:s,seen:a}=t,u=new Oe({...t,size:t.markers.size});t.drawn=[],t.flat||u.reserve(4,i-76,72,72),Iu(t,u);for(let m of t.sure)e[m]!==255&&
vi(t,u,m,68,99);let l=a>300?2:0,c=t.drawn.length+Math.round(r*i/(a>300?7500:3500)),h=new Uint8Array(n),f=[],p=(m,w)=>{h[m]||t.drawn.length>=c||e[m]>=20||(h[m]=1,vi(t,u,m,4,w)&&f.push(m))};for(let m of t.
named)p(m,l+2);for(let m=19;m>=0;m--)for(let w=o[m];w<o[m+1];w++)u.dotsNear(s[w]).length<=l+1&&p(s[w],l);t.named=f,zu(t)}function Iu(t,e){let{data:n,width:r,height:i,theme:o,pen:s}=t;if(!n.axes.length)
return;let a=t.letters+1;s.font=o.font(a,!0);let u=(c,h,f)=>{let p=s.measureText(c).width,m=I(6,h-p/2,r-p-6),w=I(6,f-a/2-2,i-a-10);if(!e.isFree(m,w,p,a+4))return;e.reserve(m,w,p,a+4);let S=w+a/2+2;t.drawn.
push({text:c,left:m,top:S,bold:!0,size:a,colour:o.muted,alpha:1})},l=n.axes.map(c=>c.map(St));if(t.flat){u(`← ${l[0][0]}`,0,i/2),u(`${l[0][1]} →`,r,i/2),u(`↓ ${l[1][0]}`,r/2,i),u(`↑ ${l[1][1]}`,
r/2,0);return}l.forEach((c,h)=>{c.forEach((f,p)=>u(f,t.ends[h][p][0],t.ends[h][p][1]))})}function vi(t,e,n,r,i){let o=t.rank[n],s=o>=2,a=t.letters,u=a+3,l=t.widths[2*n+Number(s)]||=Cu(t,n,s),c=t.markerOf(
n).radius+(o===4?8:3),h=t.slots.get(n),f=e.place(n,{wide:l,high:u,gap:c,last:h,slots:r,crowd:i});return f?(t.slots.set(n,f.slot),t.drawn.push({point:n,text:St(t.data.names[n]),left:f.left,top:f.top+u/
2,wide:l,bold:s,size:a,colour:t.theme.text,alpha:t.faded&&o<3?.65:1,far:zt(f.slot)}),!0):!1}function Cu(t,e,n){return t.pen.font=t.theme.font(t.letters,n),t.pen.measureText(St(t.data.names[e])).width}
function zu(t){let{pen:e,theme:n}=t;e.textAlign="left",e.lineJoin="round";for(let{point:r,text:i,left:o,top:s,wide:a,bold:u,size:l,colour:c,alpha:h,far:f}of t.drawn){if(e.globalAlpha=h,f){e.strokeStyle=
n.muted,e.lineWidth=1;let p=[t.x[r],t.y[r]],m=[I(o,p[0],o+a),s];Ne(e,[p,m],t.markerOf(r).radius,0)}e.font=n.font(l,u),e.strokeStyle=`rgb(${t.colours.paper})`,e.lineWidth=3,e.strokeText(i,o,s),e.fillStyle=
c,e.fillText(i,o,s)}e.globalAlpha=1}var Ru=40;function _i({step:t,count:e,data:n},r,i){let o=r+(t*e+i)*n.near;return[...n.numbers.subarray(o,o+n.near)]}function Te(t,e){return e<0?[]:_i(t,t.nearFrom,e).filter(n=>n!==e)}function ki(t,e){
let{steps:n,farthest:r}=t.data,i=Te(t,e).length;return _i(t,t.farFrom,e).slice(0,i).map(s=>Gn(s,n,0,r))}function Ie({groups:t,group_names:e,kinds:n,kind_names:r},i){let o=n?r[n[i]]:"",s=e[t[i]]??"";return[
...new Set([o,s])].filter(Boolean).join(", ")}var Ce=({groups:t,kinds:e,shapes:n},r)=>e?n[e[r]]:t[r],ze=t=>`kind ${t}`;function Mi(t){let{rank:e,data:n,hidden:r,chosen:i}=t,o=Te(t,i),s=new Set([...o,...t.
matches]),a=l=>r.has(n.groups[l])||n.kinds&&r.has(ze(n.kinds[l]));t.faded=o.length>0||t.matches.length>0;for(let l=0;l<t.count;l++){let c=l===i||o.includes(l);(t.isolated||a(l))&&!c?e[l]=255:l===i?e[l]=
4:s.has(l)?e[l]=3:t.strong.has(l)?e[l]=2:e[l]=n.groups[l]<0?0:1}e[t.hover]===255&&(t.hover=-1);let u=t.matches.slice(0,Ru);t.sure=[...new Set([...t.strong,...i<0?[]:[i],...o,...u])],t.links=o}var Le=t=>t===1?b("1 point"):b("{count} points",{count:Mt(t)}),Pu=t=>t===1?b("1 group"):b("{count} groups",{count:t});function In(t){let e=Du(t);t.reading.textContent!==e&&(t.reading.textContent=e),t.
canvas.setAttribute("aria-label",Fu(t)),Hu(t)}function Du(t){let{data:e,chosen:n,hover:r}=t,i=t.near(n);if(r>=0)return Ai(t,r);if(n<0)return Bu(t);if(!i.length)return Ai(t,n);let o=t.distances(n),s=i.
slice(0,3).map((u,l)=>`${rt(e.names[u])} ${At(o[l],2)}`),a={word:rt(e.names[n]),step:t.stepText(),words:s.join(", ")};return e.measure==="attention"?e.kinds[n]?b("{word} is attended to most by {words}\
.",a):b("{word} attends most to {words}.",a):b("Nearest to {word}{step}: {words}.",a)}function Ai(t,e){let{data:n}=t,r=t.groupName(e),i=rt(n.names[e])+(r&&` (${r})`),o=n.details[e];return o?b("{word}:\
 {detail}",{word:i,detail:o}):i}function Bu({data:t,flat:e}){let n=t.near&&t.measure==="distance"?b("Click a point for its neighbours."):b("Click a point for its details."),r=e?b("Drag to move, wheel \
or two fingers to zoom, double-click to see all."):b("Drag to turn, wheel or two fingers to zoom, double-click to see all.");return`${n} ${r}`}function Fu(t){let{data:e,chosen:n,flat:r}=t,i={title:e.title||
b("Points"),step:t.stepText(),points:Le(t.count),dimensions:e.dimensions,groups:Pu(e.group_names.length),names:e.group_names.join(", ")},o=[e.group_names.length?b("{title}{step}: {points} in {dimensio\
ns} dimensions, {groups} ({names}).",i):b("{title}{step}: {points} in {dimensions} dimensions.",i)];return n>=0&&o.push(b("{word} is chosen.",{word:rt(e.names[n])})),o.push(r?b("Arrow keys move it, pl\
us and minus zoom, Escape goes back."):b("Arrow keys turn it, plus and minus zoom, Escape goes back.")),o.join(" ")}function Hu({tip:t,hover:e,data:n}){if(t.hidden=e<0,e<0)return;let r=Ie(n,e);t.replaceChildren(
_("strong","",n.names[e])),n.details[e]&&t.append(Cn(n,e,"div")),r&&t.append(_("div","faint",r))}function Cn({details:t,marked:e},n,r,i=""){let o=_(r,i),s=e?.[n]??[0,0],[a,u]=s[1]>s[0]?s:[0,0],l=[...t[n]],
c=(h,f)=>l.slice(h,f).join("");return u>a&&o.append(c(0,a),_("mark","",c(a,u))),o.append(c(u,l.length)),o}function Si({tip:t,hover:e,x:n,y:r,width:i,height:o}){if(e<0)return;let[s,a]=[t.offsetWidth,t.
offsetHeight],u=I(4,n[e]+12,i-s-4),l=r[e]+16,c=l+a<o-4?l:r[e]-a-14;t.style.transform=`translate(${Math.round(u)}px, ${Math.round(Math.max(4,c))}px)`}var qu=500;function Ei(t,e,n=e){let r=_("canvas"),i=Dn(r,16,16);return i.translate(8,8),On(i,t.colours,e,5,{shape:n,large:n!==e}),r}function Oi(t){let{groups:e,group_names:n,kinds:r,kind_names:i,shapes:o}=t.
data,s=JSON.stringify(n)===JSON.stringify(i),a=n.map((c,h)=>[c,h,h,s?o[h]:0]);r?s||a.unshift(...i.map((c,h)=>[c,ze(h),-1,o[h]])):a.forEach(c=>{c[3]=c[1]});let u=new Map,l=c=>u.set(c,(u.get(c)??0)+1);e.
forEach(l),r?.forEach(c=>l(ze(c))),n.length&&u.has(-1)&&a.push([b("others"),-1,-1,-1]),t.toggles=a.map(([c,h,f,p])=>{let m=_("button"),w=_("span","count",Mt(u.get(h)??0));return m.append(Ei(t,f,p),_("\
span","",c),w),m.addEventListener("click",()=>t.toggle(h)),{button:m,group:h}}),t.groups.replaceChildren(...t.toggles.map(({button:c})=>c))}function Ni(t){for(let{button:e,group:n}of t.toggles){let r=t.
hidden.has(n);e.setAttribute("aria-pressed",!r),e.title=r?b("Show this group"):b("Hide this group")}}function Ti(t){let{data:e,chosen:n,list:r}=t,i=JSON.stringify([e.mark,t.step,n,t.theme.dark,t.letters]);
if(i===t.listed)return;if(t.listed=i,r.scrollTop=0,n<0){r.replaceChildren(_("p","about faint",Vu(e)));return}let o=t.near(n),s=r.contains(t.root.getRootNode().activeElement),a=[_("p","chosen",e.names[n])];
if(e.details[n]&&a.push(Cn(e,n,"p","about")),t.groupName(n)&&a.push(_("p","about faint",t.groupName(n))),o.length){let u=t.distances(n),l=_("ol","near");l.append(...o.map((c,h)=>Uu(t,c,u[h]))),a.push(
_("p","about faint",Gu(t,n)),l)}r.replaceChildren(...a),s&&r.querySelector("button")?.focus()}function Vu({near:t,measure:e}){return e==="attention"?b("Click a query for the keys it attends to most, o\
r a key for who attends to it."):t?b("Click a point, or find a word, to see its nearest neighbours here."):b("Click a point, or find a word, to read more about it here.")}function Gu(t,e){let{measure:n,
kinds:r}=t.data;return n==="attention"?r[e]?b("Attended to most by:"):b("Attends most to:"):b("Nearest{step} and their cosine distances:",{step:t.stepText()})}function Uu(t,e,n){let{data:r}=t,i=_("but\
ton");i.append(Ei(t,r.groups[e],Ce(r,e)),_("span","name",r.names[e]),_("span","number",At(n,2))),r.details[e]&&r.measure==="distance"&&i.append(_("span","detail",r.details[e])),i.addEventListener("cli\
ck",()=>t.choose(e)),i.addEventListener("pointerenter",s=>{s.pointerType==="mouse"&&t.pointAt(e)}),i.addEventListener("pointerleave",()=>t.pointAt(-1));let o=_("li");return o.append(i),o}function Ii(t){
let{data:e,query:n}=t,r=[...Array(t.count).keys()].filter(p=>!t.strong.has(p)),i=n?t.matches:[...t.strong,...r],o=i.slice(0,qu),s=e.axes.map(([p,m])=>b("{low} to {high}",{low:p,high:m})).join(", "),a={
[b("about")]:p=>e.details[p],[b("group")]:p=>t.groupName(p),[s||b("place")]:p=>e.near&&!s?"":Xu(t,p),[e.measure==="attention"?b("attention weights"):b("nearest, by cosine distance")]:p=>Yu(t,p)},u=Object.
entries(a).filter(([,p])=>o.some(p)),l=n?b("{points} with {word}",{points:Le(i.length),word:rt(n)}):Le(i.length),c=i.length>o.length?b("the first {count} of {points}",{count:o.length,points:l}):l,h={title:e.
title,step:t.stepText(),points:c},f=Un(b("{title}{step}: {points}",h),o.map(p=>e.names[p]),u.map(([p])=>p),(p,m)=>u[m][1](o[p]));t.table.replaceChildren(f)}function Xu({data:t,step:e,count:n},r){let i=(e*
n+r)*t.dimensions,o=(a,u)=>a+t.numbers[i+u]/t.steps*(t.most[u]-a);return t.least.map((a,u)=>At(o(a,u),2)).map(a=>a.replace("-","−")).join("; ")}function Yu(t,e){let n=t.distances(e);return t.near(e).
slice(0,3).map((i,o)=>`${t.data.names[i]} ${At(n[o],2)}`).join(", ")}function Ci({numbers:t,steps:e,names:n,dimensions:r,step_names:i},o){let s=n.length;return i.map((a,u)=>{let l=new Float32Array(3*s);for(let c=0;c<s;c++)for(let h=0;h<r;h++){let f=t[(u*s+c)*r+h]/e;l[3*
c+h]=(2*f-1)*o[h]}return l})}function zi(t){let e=1e-6;for(let n=0;n<t.length;n+=3)e=Math.max(e,t[n]**2+t[n+1]**2+t[n+2]**2);return Math.sqrt(e)}var Wu=180,Li=t=>t.normalize("NFKD").replace(/\p{M}/gu,"").toLowerCase(),zn=class{constructor(e){this.root=e,this.sent=new Set,this.hidden=new Set,this.step=0,this.chosen=this.hover=-1,this.query="",this.
matches=[],this.named=[],Wn(this),di(this),Rn(e,()=>this.arrange())}show(e){Kn(this);let n=this.setting(e.step,e.chosen),r=!!this.data,i=e.mark!==this.data?.mark;i&&this.setData(e),n!==this.asked&&!this.
sent.delete(n)&&(this.choose(e.chosen,!1),this.goTo(e.step,r&&!i)),n===this.setting()&&this.sent.clear(),this.asked=n,i&&this.refresh()}setting(e=this.step,n=this.chosen){return`step=${e+1},chosen=${n<
0?"":n+1}`}tell(){this.sent.add(this.setting()),this.keep({step:this.step+1,chosen:this.chosen<0?null:this.chosen+1})}setData(e){let n=this.data,r=e.names.length,{dimensions:i}=e,o=e.step_names.length,
s=e.least.map((c,h)=>(e.most[h]-c)/2),a=e.axes.length?s:s.map(()=>Math.max(...s)),u=[...s.map((c,h)=>c/a[h]),0].slice(0,3);Object.assign(this,{data:e,count:r,flat:i===2,reach:u}),this.places=Ci(e,this.
reach),this.radius=Math.max(...this.places.map(zi)),this.nearFrom=o*r*i,this.farFrom=this.nearFrom+o*r*e.near,this.step=Math.min(this.step,o-1),this.at=this.places[this.step].slice(),this.strong=new Set(
e.strong),this.known=null,this.walk=this.flight=null,this.hover=-1,this.named=[],this.slots=new Map,this.x=new Float32Array(r),this.y=new Float32Array(r),this.widths=new Float32Array(2*r),this.rank=new Uint8Array(
r),this.bucket=new Uint8Array(r),this.order=new Uint32Array(r),this.chosen>=r&&(this.chosen=-1),(n?.dimensions!==i||e.frame!==null)&&(this.view=this.before=this.opening()),this.isolated&&(this.chosen<
0||!e.near)&&(this.isolated=!1,this.view=this.before);let l=JSON.stringify([e.group_names,e.kind_names]);this.named_groups!==l&&this.hidden.clear(),this.named_groups=l,this.fillFrame(),this.find(),this.
arrange(),this.isolated&&this.fly(this.closeUp())}fillFrame(){let{data:e}=this,n=Math.max(...e.step_names.map(r=>r.length));this.title.textContent=e.title,this.title.hidden=!e.title,this.full.hidden=!this.
count,this.empty.hidden=!!this.count,this.sliderBox.hidden=e.step_names.length<2,this.note.hidden=!e.notes.some(Boolean),this.slider.max=e.step_names.length-1,this.stepName.style.minWidth=`${Math.min(
n,20)*.56}em`}near(e){return Te(this,e)}distances(e){return ki(this,e)}groupName(e){return Ie(this.data,e)}stepText(){let e=this.data.step_names;return e.length>1?` (${e[this.step]})`:""}goTo(e,n=!0){
e===this.step&&!this.walk||(this.step=e,this.walk={start:performance.now(),from:this.at.slice(),to:this.places[e],slowly:n},this.isolated&&this.fly(this.closeUp()),this.refresh())}choose(e,n=!0){e!==this.
chosen&&(this.chosen=e,e<0&&this.isolated&&this.back(),this.isolated?this.fly(this.closeUp()):e>=0&&n&&this.width&&this.panIntoView(e),this.refresh(),n&&this.tell())}isolate(){this.chosen<0||this.isolated||
!this.data.near||(this.isolated=!0,this.before=this.flight?.to??this.view,this.fly(this.closeUp()),this.refresh())}back(){this.isolated?(this.isolated=!1,this.fly(this.before)):this.choose(-1),this.refresh()}searchFor(e){
this.query=e,this.find(),this.refresh()}find(){let e=Li(this.query.trim());this.known??=this.data.names.map(Li);let n=[];e&&this.known.forEach((o,s)=>o.startsWith(e)&&n.push(s));let r=n.filter(o=>this.
known[o]===e);this.matches=[...r,...n.filter(o=>this.known[o]!==e)],this.turn=0;let i=e?this.countText(n.length):"";this.found.textContent!==i&&(this.found.textContent=i)}countText(e){return e?e===1?b(
"1 found"):b("{count} found",{count:Mt(e)}):b("no word {word} here",{word:rt(St(this.query.trim()))})}toggle(e){this.hidden.delete(e)||this.hidden.add(e),this.refresh()}refresh(){if(!this.count||!this.
data)return this.settled();Mi(this);let{data:e}=this;this.slider.value=this.step,this.slider.setAttribute("aria-valuetext",e.step_names[this.step]),this.stepName.textContent=e.step_names[this.step],this.
note.textContent=e.notes[this.step],this.isolateButton.hidden=!e.near,this.isolateButton.setAttribute("aria-disabled",this.chosen<0||!!this.isolated),this.backButton.setAttribute("aria-disabled",this.
chosen<0),this.fillPanel(),In(this),this.changed()}fillPanel(){this.theme&&(Ti(this),this.table.hidden?this.table.replaceChildren():Ii(this),Ni(this))}showTable(e){this.table.hidden=!e,this.body.hidden=
e,e||this.arrange(),this.fillPanel()}pointAt(e){e!==this.hover&&(this.hover=e>=0&&this.bucket[e]!==255?e:-1,this.canvas.style.cursor=this.hover>=0?"pointer":"grab",In(this),this.changed())}opening(){let e={
zoom:1,centre:[0,0,0],yaw:-.5,pitch:.3},{frame:n}=this.data;return n===null||!this.count?e:Mn(this,e,[...this.data.names.keys()],this.places[n])}closeUp(e=this.flight?.to??this.view){return Mn(this,e,
[this.chosen,...this.near(this.chosen)],this.places[this.step])}reset(){this.fly(this.isolated?this.closeUp(this.opening()):this.opening())}fly(e){this.flight={start:performance.now(),from:this.view,to:e},
this.changed()}panIntoView(e){let n=this.places[this.step],[r,i]=Zt(this,this.view,n,e);(r<24||i<16||r>this.width-24||i>this.height-16)&&this.fly({...this.view,centre:[...n.subarray(3*e,3*e+3)]})}pan(e,n){
this.look(kn(this,this.view,e,n))}turn3d(e,n){this.look(si(this.view,e,n))}zoomAt(e,n,r){this.look(ai(this,this.view,e,n,r))}look(e){this.flight=null,this.view=e,this.changed()}arrange(){if(!this.data||
!this.root.clientWidth)return;this.theme=new te(this.root,this.data.ink);let{theme:e}=this,n=e.ramp[0],r=e.dark?[255,255,255]:[0,0,0],i=this.data.colours.map(c=>$n(ct(c),n,r)),o=$t(n,ct(e.muted),.6);if(this.
colours={paper:n,muted:e.muted,grey:o,groups:i},this.letters=this.root.clientWidth>=1500?18:13,!this.count)return this.settled();this.width=this.picture.clientWidth;let s=De(this.root);this.height=Math.
round(I(340,.62*this.width,560)),this.root.style.setProperty("--height",`${this.height+2}px`),s&&(this.height=Math.max(200,Math.floor(s-Pn(this.root))+this.height),this.root.style.setProperty("--heigh\
t",`${this.height+2}px`));let a=I(28,.07*this.width,56)+(this.data.axes.length?16:0),u=Math.min(a,44),l=[this.width/2-a,this.height/2-u];this.flat?this.data.axes.length?this.scale=l:this.scale=[1,1].map(
()=>Math.min(l[0]/this.reach[0],l[1]/this.reach[1])):this.scale=[1,1].map(()=>Math.min(...l)/this.radius),this.widths.fill(0),this.markers=null,Oi(this),this.fillPanel(),this.changed()}changed(){this.
waiting||=requestAnimationFrame(e=>this.frame(e))}frame(e){if(this.waiting=0,!this.width||!this.count)return;let n=this.advance(e);this.paint(),n?this.changed():this.settled()}settled(){this.root.dataset.
painted=this.setting()}advance(e){let n=matchMedia("(prefers-reduced-motion: reduce)").matches,r=({start:o,slowly:s=!0})=>n||!s?1:I(0,(e-o)/Wu,1),i=o=>o*(2-o);if(this.walk){let{from:o,to:s}=this.walk,
a=r(this.walk),u=i(a);for(let l=0;l<this.at.length;l++)this.at[l]=o[l]+u*(s[l]-o[l]);a===1&&(this.at.set(s),this.walk=null)}if(this.flight){let{from:o,to:s}=this.flight,a=r(this.flight);this.view=a===
1?s:ui(o,s,i(a)),a===1&&(this.flight=null)}return!!(this.walk||this.flight)}paint(){let{pen:e}=this,n=gi(this),r=this.markerSize();if(n||r!==this.markers?.size){let{width:i,height:o}=this.canvas,{ratio:s,
flat:a,colours:u}=this;this.markers=new Ee({size:r,ratio:s,flat:a,width:i,height:o,colours:u})}this.starts=li(this,this.view,this,this.ratio),this.seen=this.starts.at(-1),e.setTransform(1,0,0,1,0,0),yi(
this),e.setTransform(this.ratio,0,0,this.ratio,0,0),e.textBaseline="middle",xi(this),wi(this),this.chosen>=0&&Tn(this,this.chosen,2.5),this.hover>=0&&this.hover!==this.chosen&&Tn(this,this.hover,1.5),
bi(this),Si(this)}markerSize(){let e=this.count<=80?6:this.count<=800?4.5:3.2;return Math.round(2*Math.min(e*I(1,this.view.zoom**.3,2),8))/2}markerOf(e){let n=this.rank[e],r=this.bucket[e]%10,i=!this.
faded||n>=3?0:n===2?1:2,o=this.data.groups[e],s=Ce(this.data,e);return this.markers.get(o,s,r,n>=2?1:0,i)}};function xh({data:t,parentElement:e,setTriggerValue:n}){let r=e.querySelector(".space");r.view??=
new zn(r),r.view.keep=i=>n("setting",i),r.view.show(Vn(t))}export{xh as default};
