// Made of edition/, engine/, host/ and shared/ by "npm run build": change those, not this.
import{a as j,c as I,d as L}from"./chunk-23VWGEQG.js";import{b as y,d as P,e as B,f as k,k as _,l as w,m as T}from"./chunk-3KX3I3UQ.js";import{a as q}from"./chunk-EDPNUZBL.js";import{a as m}from"./chunk-IQZVYR4P.js";import it from"../bundles/matrices.js";var D=6,v=s=>w(s,3);function F({ticks:s=[],labels:e},o){return e?.[s.indexOf(o)]??v(o)}function G(s){let e=s.map((t,n)=>n).filter(t=>!Number.isNaN(s[t])),o=t=>e.reduce((n,i)=>t(s[i],s[n])?i:n,e[0]);return[o((t,n)=>t>n),o((t,n)=>t<n)]}function J({values:s},e,o){
let t=s.flat().map(Math.fround),n=s[0].length,[i,r]=G(t),a=l=>[[o,Math.floor(l/n)],[e,l%n]].map(([c,d])=>`${c.title} ${F(c,d)}`.trim()).join(", ");return y("{rows} by {columns} values. Highest: {most} at {top}; lowest: {least} at {bottom}.",{rows:s.length,
columns:n,most:v(t[i]),top:a(i),least:v(t[r]),bottom:a(r)})}function K({name:s,x:e,y:o,labels:t},n){if(o.length<2)return"";let[i,r]=G(o),a=c=>t?.[c]??F(n,e[c]),l={series:s,most:v(o[i]),top:a(i),least:v(o[r]),bottom:a(r)};return s?y("{series}: highest\
 {most} at {top}, lowest {least} at {bottom}.",l):y("Highest {most} at {top}, lowest {least} at {bottom}.",l)}function V({caption:s,summary:e,marks:o,x:t,y:n}){if(e)return`${s} ${e}`;if(o[0].kind==="heatmap")return`${s} ${J(o[0],t,n)}`;let i=o.filter(
({hover:l})=>l!==null).map(l=>K(l,t)).filter(Boolean),r=i.length-D,a=i.slice(0,D).join(" ")+(r>0?` ${y("And {count} more.",{count:r})}`:"");return`${s} ${y("{y} against {x}",{y:n.title,x:t.title})}. ${a}`}function Q(s,e){if(typeof s!="number"||!e)return typeof s==
"number"?v(s):s;let o=Number(e[1]);return e.endsWith("f")?k(s,o):w(s,o)}var S=(s,e)=>s.replace(/%\{(\w+)(?::([^}]*))?\}/g,(o,t,n)=>Q(e[t],n));var tt="http://www.w3.org/2000/svg",M=13,O=30,et=16,ot=12;function u(s,e={},...o){let t=document.createElementNS(tt,s);for(let[n,i]of Object.entries(e))t.setAttribute(n,i);return t.append(...o),t}function nt({log:s,limits:e}){let[o,t]=e.map(n=>s?Math.
log10(n):n);return n=>((s?Math.log10(n):n)-o)/(t-o)}function Y({limits:s},e){if(s)return s;let[o,t]=[Math.min(...e),Math.max(...e)],n=(t-o||1)*.05;return[o-n,t+n]}function H({ticks:s,step:e,log:o},[t,n],i){if(s)return s;let[r,a]=[Math.min(t,n),Math.max(
t,n)];if(o){let h=Math.ceil(Math.log10(r)),f=Math.floor(Math.log10(a))-h+1;return Array.from({length:f},(g,x)=>10**(h+x))}let l=(a-r)/i,c=10**Math.floor(Math.log10(l)),d=e??c*[1,2,5,10].find(h=>h*c>=l),p=Math.ceil(r/d);return Array.from({length:Math.
floor(a/d)-p+1},(h,f)=>Number(((p+f)*d).toPrecision(12)))}var E=({ticks:s,labels:e,format:o},t)=>e?.[s.indexOf(t)]??(o==="power"?T(Math.round(Math.log10(t))):Math.abs(t)>=1e3?B(t):w(t,4));function rt(s){let e=s.map(o=>[1,3,5].map(t=>parseInt(o.slice(
t,t+2),16)));return o=>{let t=Math.min(Math.max(o,0),1)*(s.length-1),n=Math.min(Math.floor(t),s.length-2);return e[n].map((i,r)=>Math.round(i+(e[n+1][r]-i)*(t-n)))}}function W({values:s,least:e,most:o},t){let n=m("canvas");[n.width,n.height]=[s[0].length,
s.length];let i=n.getContext("2d"),r=i.createImageData(n.width,n.height);return s.flat().forEach((a,l)=>{Number.isNaN(a)||r.data.set([...t((a-e)/(o-e)),255],4*l)}),i.putImageData(r,0,0),n.toDataURL()}var z=class{constructor(e){Object.assign(this,{diverging:e,
element:m("figure","chart")}),this.tip=m("div","tip"),this.tip.hidden=!0,this.element.addEventListener("pointermove",o=>this.point(o)),this.element.addEventListener("pointerdown",o=>this.point(o)),this.element.addEventListener("pointerleave",()=>{this.
tip.hidden=!0}),new ResizeObserver(()=>this.paint()).observe(this.element)}show(e){this.chart=e,this.paint()}paint(){let{chart:e,element:o}=this,t=o.clientWidth;if(!e||!t)return;let n=getComputedStyle(o),i=parseFloat(n.fontSize),r=[...o.parentElement.
children].filter(({offsetLeft:b})=>b===o.offsetLeft).length,a=parseFloat(n.getPropertyValue("--lecture-room")),l=Math.round(a?a/r-et:e.height),c=e.marks[0].kind==="heatmap"?e.marks[0]:null,d=b=>e.marks.flatMap(A=>A[b]);this.limits={x:Y(e.x,c?[]:d("x")),
y:Y(e.y,c?[]:d("y"))};let p=this.legend(e);o.replaceChildren(...p?[p]:[]);let h=p?.offsetHeight??(c?.bar.above?i*4.2:0),f=e.x.visible!==!1,g={x:f?H(e.x,this.limits.x,t/(5*i)):[],y:f?H(e.y,this.limits.y,l/(4*i)):[]},x=b=>.6*i*Math.max(0,...b.map(({length:A})=>A)),
$={left:f?x(g.y.map(b=>E(e.y,b)))+i*(e.y.title?2.4:1):8,top:h+i*.8,right:t-(!c||c.bar.above?i*1.2:i*2.4+x(c.bar.ticks.map(b=>w(b,4)))),bottom:l-(f?i*3.6:8)};e.sameScale&&this.keepScale($),this.box=$;let R=u("svg",{width:t,height:l,role:"img","aria-la\
bel":V(e)});R.append(...this.frame(e,g,i),...this.marks(e,i),...this.notes(e,i),...c?this.colourBar(c,i):[]),o.append(R,this.tip),o.style.height=`${l}px`}keepScale(e){let{x:o,y:t}=this.limits,[n,i]=[o[1]-o[0],t[1]-t[0]],r=Math.min((e.right-e.left)/n,
(e.bottom-e.top)/i),[a,l]=[(e.left+e.right)/2,(e.top+e.bottom)/2];Object.assign(e,{left:a-r*n/2,right:a+r*n/2,top:l-r*i/2,bottom:l+r*i/2})}at(e,o){let{box:t,chart:n}=this,i=nt({log:n[e].log,limits:this.limits[e]})(o);return e==="x"?t.left+i*(t.right-
t.left):t.bottom-i*(t.bottom-t.top)}frame({x:e,y:o,background:t},n,i){let{box:r}=this,a=[];t&&a.push(u("rect",{x:r.left,y:r.top,fill:t[0],width:r.right-r.left,height:r.bottom-r.top,"fill-opacity":t[1]}));let l=(p,h)=>u("line",{...p,class:h?"zero":"gr\
id"});for(let p of n.x){let h=this.at("x",p);e.grid!==!1&&a.push(l({x1:h,x2:h,y1:r.top,y2:r.bottom})),a.push(u("text",{x:h,y:r.bottom+i*1.3,"text-anchor":"middle"},E(e,p)))}for(let p of n.y){let h=this.at("y",p);o.grid!==!1&&a.push(l({x1:r.left,x2:r.
right,y1:h,y2:h},p===0&&o.zero!=="none")),a.push(u("text",{x:r.left-6,y:h+i*.35,"text-anchor":"end"},E(o,p)))}let c=[(r.left+r.right)/2,(r.top+r.bottom)/2];e.title&&e.visible!==!1&&a.push(u("text",{x:c[0],y:r.bottom+i*2.9,"text-anchor":"middle"},e.title));
let d=Math.min(i,(r.bottom-r.top)/(.55*o.title?.length));return o.title&&o.visible!==!1&&a.push(u("text",{"text-anchor":"middle","font-size":d,transform:`translate(${i} ${c[1]}) rotate(-90)`},o.title)),a}marks({marks:e,rules:o=[]},t){let{box:n}=this,
i=[];for(let r of e){if(r.kind==="heatmap"){i.push(u("image",{href:W(r,this.colours(r)),x:n.left,y:n.top,width:n.right-n.left,height:n.bottom-n.top,preserveAspectRatio:"none",class:"cells"}));continue}let a=r.x.map((d,p)=>[this.at("x",d),this.at("y",
r.y[p])]),l=d=>Array.isArray(r.colour)?r.colour[d]:r.colour,c=u("g",{opacity:r.line?r.opacity??1:1});r.line&&c.append(u("polyline",{points:a.join(" "),fill:"none",stroke:r.colour,"stroke-width":r.line*t/M})),a.forEach(([d,p],h)=>{r.marker&&c.append(u(
"circle",{cx:d,cy:p,fill:l(h),r:r.marker*t/M/2,opacity:r.line?1:r.opacity??1})),r.labels&&c.append(u("text",{x:d,"text-anchor":"middle",y:p-(r.marker/2+4)*t/M},r.labels[h]))}),i.push(c)}return[...i,...o.map(r=>this.rule(r,t))]}rule({axis:e,at:o,row:t,
colour:n="#7f8896",width:i=1.5},r){let{box:a}=this,l={stroke:n,"stroke-width":i*r/M};if(t!==void 0){let p=this.at("y",t-.5),h=this.at("y",t+.5);return u("rect",{x:a.left,width:a.right-a.left,y:p,height:h-p,fill:"none",...l})}let c=this.at(e,o),d=e===
"x"?{x1:c,x2:c,y1:a.top,y2:a.bottom}:{x1:a.left,x2:a.right,y1:c,y2:c};return u("line",{...d,...l,"stroke-dasharray":"3 3"})}notes({notes:e=[]},o){let{box:t}=this,n={left:"start",right:"end"};return e.map(({text:i,x:r,y:a,xShare:l,sideX:c,sideY:d})=>u(
"text",{x:l?t.left+r*(t.right-t.left)+4:this.at("x",r),y:this.at("y",a)+(d==="bottom"?-.4:.35)*o,"text-anchor":n[c]??"middle"},i))}colours({palette:e}){let o=getComputedStyle(this.element).colorScheme.includes("dark")?"dark":"light",t=this.diverging[o];
return rt(e==="below zero"?t.slice(0,3):t)}colourBar(e,o){let{box:t}=this,{ticks:n,title:i,above:r}=e.bar,a=this.colours(e),l=Array.from({length:64},(f,g)=>g/63),c=[],d=W({least:0,most:1,values:r?[l]:l.map(f=>[1-f])},a),p=ot*o/M,h=r?{x:t.left,y:o*1.6,
width:t.right-t.left,height:p}:{x:t.right+10,y:t.top,width:p,height:t.bottom-t.top};return c.push(u("image",{href:d,...h,preserveAspectRatio:"none"})),n.forEach(f=>{let g=(f-e.least)/(e.most-e.least);c.push(r?u("text",{x:h.x+g*h.width,y:h.y+p+o,"text\
-anchor":"middle"},w(f,4)):u("text",{x:h.x+p+5,y:h.y+(1-g)*h.height+o*.35},w(f,4)))}),i&&c.push(u("text",{x:t.left,y:o},i)),c}legend({legend:e,marks:o}){if(!e)return null;let t=m("figcaption","legend");return t.append(m("span","",e),...o.map(({name:n,
colour:i,opacity:r=1})=>{let a=m("span"),l=m("i");return Object.assign(l.style,{background:i,opacity:r}),a.append(l,n),a})),t}point({clientX:e,clientY:o}){let{chart:t,tip:n,element:i,box:r}=this,a=i.getBoundingClientRect(),[l,c]=[e-a.left,o-a.top],d=t&&
r?this.textAt(t,l,c):"";if(n.hidden=!d,!d)return;n.textContent=d;let p=l>a.width/2;Object.assign(n.style,{left:p?"":`${l+12}px`,top:`${c+12}px`,right:p?`${a.width-l+12}px`:""})}textAt({marks:e,hoverTogether:o},t,n){let{box:i}=this,[r]=e;if(t<i.left-O||
t>i.right+O||n<i.top||n>i.bottom)return"";if(r.kind==="heatmap"){let[p,h]=[r.values.length,r.values[0].length],f=Math.floor((n-i.top)/(i.bottom-i.top)*p),g=Math.floor((t-i.left)/(i.right-i.left)*h),x=r.values[f]?.[g];if(x===void 0||Number.isNaN(x))return"";
let $=this.chart.y.labels?.[f]??f;return S(r.hover,{x:g,y:$,z:x})}let a=e.filter(({hover:p})=>p!==null).map(p=>{let h=p.x.map((g,x)=>Math.abs(this.at("x",g)-t)+(o?0:Math.abs(this.at("y",p.y[x])-n))),f=h.indexOf(Math.min(...h));return{mark:p,at:f,away:h[f]}}),
l=({mark:p,at:h})=>S(p.hover,{x:p.x[h],y:p.y[h],customdata:p.details?.[h],text:p.labels?.[h]}),c=a.reduce((p,h)=>h.away<p.away?h:p);if(c.away>(o||e.length===1?1/0:O))return"";if(!o)return l(c);let d=c.mark.x[c.at];return[k(d,0),...a.filter(({mark:p,at:h})=>p.
x[h]===d).map(p=>`${p.mark.name}: ${l(p)}`)].join(`
`)}};var Z=12,U=["matrices","charts"],st=`.sheet > * { margin: 0 0 ${Z}px; }
.sheet > :last-child { margin-bottom: 0; }
.sheet > :not(:first-child) { display: var(--sheet-rest, revert-layer); }
.sheet h2 { font-size: 20px; line-height: 28px; margin-top: 24px; }
.sheet p { max-width: 60rem; }
.wide { overflow-x: auto; }
.sheet a { color: var(--st-primary-color); }
.markdown.small { font-size: 14px; opacity: 0.85; }
.charts { display: flex; flex-wrap: wrap; gap: 8px 24px; align-items: center; }
.charts > * { flex: 1 1 min(24rem, 100%); min-width: 0; margin: 0; }
.chart { position: relative; font-size: var(--chart-type, 13px); line-height: 1.3;
  touch-action: pan-y; }
.chart text { fill: currentColor; }
.chart .grid { stroke: currentColor; stroke-opacity: 0.12; }
.chart .zero { stroke: currentColor; stroke-opacity: 0.3; }
.chart .cells { image-rendering: pixelated; }
.chart svg { display: block; position: absolute; inset: 0; }
.chart figcaption { padding: 0 8px; font-size: 1em; }
.tip { position: absolute; z-index: 1; padding: 2px 8px; white-space: pre-line; max-width: 20em;
  pointer-events: none; color: var(--st-background-color); background: var(--st-text-color); }
.bars { display: flex; gap: 12px; align-items: end; margin: 0; padding: 4px 0; }
.bars > div { display: flex; flex-direction: column; align-items: center; gap: 2px; }
.bars .group { display: flex; gap: 2px; align-items: end; height: 180px;
  border-bottom: 1px solid var(--st-border-color); }
.bars .group > span { width: 28px; display: flex; flex-direction: column; justify-content: end;
  height: 100%; font-size: 12px; line-height: 16px; text-align: center; }
.bars i { display: block; }
.legend { display: flex; flex-wrap: wrap; gap: 4px 20px; font-size: 15px; }
.legend i { display: inline-block; width: 12px; height: 12px; margin-right: 6px; }
table { border-collapse: collapse; font-size: 18px; line-height: 26px;
  font-variant-numeric: tabular-nums; }
th, td { padding: 2px 12px; text-align: left; font-weight: 400; }
th:first-child { padding-left: 0; }
.changes :is(th, td):not(:first-child) { text-align: center; }
.changes th { white-space: nowrap; }
.changes .marked, .other, mark { font-weight: 700; text-decoration: underline 3px #d55e00;
  text-underline-offset: 4px; }
.same { opacity: 0.7; }
mark { background: none; color: inherit; }
label.named { display: inline-flex; flex-direction: column; gap: 2px; font-size: 14px; }
select { font: inherit; color: inherit; background: var(--st-secondary-background-color);
  border: 1px solid var(--st-border-color); border-radius: 4px; padding: 4px 8px; }`;function at(s){if(s===0)return"0";if(s>=.005)return k(s,2);let[e,o]=s.toExponential(0).split("e"),t=o.replace("-","⁻").replace(/\d/g,n=>"⁰¹²³⁴⁵⁶⁷⁸⁹"[n]);
return`${P(e)} × 10${t}`}function C(s){let e=m("tr");return e.append(...s),e}function N(s,e,o=""){return Object.assign(m("th",o,s),{scope:e})}function X(s,e){let o=m("div","wide");return o.tabIndex=0,o.setAttribute("role","region"),o.setAttribute("a\
ria-label",s),o.append(e),o}var lt={heading:({text:s})=>m("h2","",s),text:({text:s})=>m("p","",s),code:({text:s})=>m("code","",s),markdown({text:s,isSmall:e}){let o=m("div",e?"markdown small":"markdown");return o.append(...L(s)),o},charts({charts:s,diverging:e}){
let o=m("div","charts"),t=[];return o.append(...s.map(n=>typeof n=="string"?m("p","",n):(t.push(new z(e)),t.at(-1).show(n),t.at(-1).element))),o.repaint=()=>t.forEach(n=>n.paint()),o},bars({title:s,words:e,colours:o,runs:t}){let n=m("figure","bars"),
i=m("div","legend"),r=m("div");return n.append(...e.map((a,l)=>{let c=m("div","group"),d=m("div");return c.append(...t.map(([,p],h)=>{let f=m("span","",k(p[l],2)),g=m("i");return g.style.height=`${(145*p[l]).toFixed(1)}px`,g.style.background=o[h],f.append(
g),f})),d.append(c,m("span","",a)),d})),i.append(m("span","",s),...t.map(([a],l)=>{let c=m("span"),d=m("i");return d.style.background=o[l],c.append(d,a),c})),r.append(i,X(s,n)),r},changes({words:s,runs:e,place:o}){let t=m("table","changes");return t.
append(C([m("td"),...s.map((n,i)=>N(n,"col",i===o?"marked":""))]),...e.map(([n,i])=>C([N(n,"row"),...[...i].map(r=>m("td",r?"other":"same",at(r)))]))),X(y("Change a later word: do the words before it notice?"),t)},translations({runs:s}){let e=m("tabl\
e","translations"),o=s.map(([,t])=>t.split(" "));return e.append(...s.map(([t],n)=>{let i=m("td"),r=o[n],a=o.filter((l,c)=>c!==n).map(l=>_(r,l));return i.append(...r.flatMap((l,c)=>[m(a.length&&a.every(d=>d[c])?"mark":"span","",l)," "])),C([N(t,"row"),
i])})),e},control({control:s},e){let o=m("div");return I(o,[s],{change:t=>e("settings",t)}),o}};function ct(s){let e=parseFloat(getComputedStyle(s).getPropertyValue("--lecture-room")),o=e&&document.querySelector("#lesson > article"),t=s.parts.filter(
({kind:n})=>!U.includes(n)).reduce((n,{element:{offsetHeight:i}})=>n+(i&&i+Z),0);for(let{kind:n,element:i}of s.parts)U.includes(n)&&(o&&t?i.style.setProperty("--lecture-room",`${e-t}px`):i.style.removeProperty("--lecture-room"),i.repaint?.())}function pt({
data:s,parentElement:e,setTriggerValue:o}){q(e,st);let t=e.querySelector(".sheet");t.parts??=[],t.sizes||(t.sizes=new ResizeObserver(()=>ct(t)),t.sizes.observe(t)),t.parts=s.parts.map((a,l)=>{let c=t.parts[l];if(a.kind!=="matrices")return{kind:a.kind,
element:lt[a.kind](a,o)};let d=c?.kind==="matrices"?c.element:m("div"),p=c?.kind==="matrices"?c.show:j(it,"matrices",d);return{kind:"matrices",element:d,show:p,packed:a.packed}});let n=t.getRootNode().activeElement,i=[...t.querySelectorAll("select")].
indexOf(n),r=t.parts.map(({element:a})=>a);for(r.forEach((a,l)=>{t.children[l]!==a&&t.insertBefore(a,t.children[l]??null)});t.children.length>r.length;)t.lastChild.remove();for(let{show:a,packed:l}of t.parts)a?.(l);i>=0&&t.querySelectorAll("select")[i]?.
focus(),t.dataset.painted=s.painted}export{pt as default};
