// Made of edition/, engine/, sheet/, host/ and shared/ by "npm run build": change those, not this.
import{a as U,c as q,d as W}from"./chunk-2F5GPWTH.js";import{b as z,d as D,e as H,f as E,l as F,m as A,n as G,p as V,q as X,r as Z}from"./chunk-3UI4OXX7.js";import{a as J}from"./chunk-ZSTIFGA7.js";import{a as g}from"./chunk-S5JOKDF5.js";import At from"../bundles/matrices.js";var mt="http://www.w3.org/2000/svg";var ut={dot:"3 3",dash:"8 5"},gt={square:[[-1,-1],[1,-1],[1,1],[-1,1]],diamond:[[0,-1.3],[1.3,0],[0,1.3],[-1.3,0]],"triangle-up":[[-1.1,.9],[0,-1.1],[1.1,.9]],x:[[-1,-.5],[-.5,-1],[0,-.5],[.5,-1],[1,-.5],[.5,0],[1,.5],[.5,1],[0,.5],[-.5,1],[-1,.5],[-.5,
0]]};function x(i,t={},...n){let e=document.createElementNS(mt,i);for(let[r,o]of Object.entries(t))e.setAttribute(r,o);return e.append(...n),e}var O=(i,t)=>Array.isArray(i)?i[t]:i;function K({kind:i,across:t,places:n,values:e,low:r,high:o,...a},s){return i===
"band"?s==="x"?a.x:[...r,...o]:i!=="bars"?a[s].filter(l=>l!==null):s==="x"==!!t?[0,...e]:n.flatMap(l=>[l-.5,l+.5])}function Q(i,t,n){let e=n/13,r=x("g",{opacity:t.line?t.opacity??1:1}),o=t.x.map((a,s)=>a===null||t.y[s]===null?null:[i.at("x",a),i.at("\
y",t.y[s])]);return t.line&&r.append(x("path",{fill:"none",stroke:t.colour,d:o.map((a,s)=>a&&`${o[s-1]?"L":"M"}${a}`).join(""),"stroke-width":t.line*e,"stroke-dasharray":ut[t.dash]??"none"})),o.forEach((a,s)=>{a&&t.marker&&r.append(xt(t,s,a,t.marker*
e/2))}),r}function xt({symbol:i="circle",colour:t,line:n,opacity:e=1},r,[o,a],s){let[l,h]=O(i,r).split("-open"),d=O(t,r),f=gt[l],c={opacity:n?1:e,...h===void 0?{fill:d}:{fill:"none",stroke:d,"stroke-width":s/2.5}};return f?x("polygon",{...c,points:f.
map(([p,m])=>[o+p*s,a+m*s]).join(" ")}):x("circle",{...c,cx:o,cy:a,r:s})}function bt({labels:i,side:t,marker:n=0,labelSize:e=13},r,[o,a],s){let[l,h]=O(t,r).split(" "),d=(n/2+4)*s,f=e*s,c=.55*f*i[r].length,p=l==="middle"?d:0,m=o+({left:-c-p,right:p}[h]??
-c/2),u=a+({top:-d,bottom:d+f*.8}[l]??f*.35);return{left:m,right:m+c,top:u-f*.8,base:u,size:f}}function tt(i,t,n){let e=[],r=[],o=i.box.right+n,a=({labelSize:s=13})=>s;for(let s of[...t].reverse().sort((l,h)=>a(h)-a(l)))!s.side||!s.labels?.length||s.
x.forEach((l,h)=>{let d=[i.at("x",l),i.at("y",s.y[h])],f=bt(s,h,d,n/13),c=Math.max(0,f.right-o),[p,m]=[f.left-c,f.right-c];e.some(u=>p<u.right&&m>u.left&&f.top<u.base&&f.base>u.top)||(e.push({...f,left:p,right:m}),r.push(x("text",{"font-size":f.size,
x:(p+m)/2,y:f.base,"text-anchor":"middle"},s.labels[h])))});return r}function et(i,{places:t,values:n,across:e,colour:r,opacity:o=[],labels:a=[],labelsShown:s},l,h){let{box:d}=i,f=l.filter(({kind:w})=>w==="bars"),[c,p]=e?["y","x"]:["x","y"],m=Math.abs(
i.at(c,1)-i.at(c,0))*.8/f.length,u=f.findIndex(w=>w.places===t),b=i.at(p,0);return t.flatMap((w,M)=>{let v=i.at(c,w)-m*f.length/2+m*u,k=i.at(p,n[M]),$={[c]:v,[p]:Math.min(b,k)},[N,T]=e?["height","width"]:["width","height"],y=x("rect",{...$,[N]:m,[T]:Math.
abs(k-b),fill:O(r,M),opacity:o[M]??1});if(!s)return[y];let S=e?{x:Math.min(k+4,d.right),y:v+m/2+h*.35}:{x:v+m/2,y:k-4,"text-anchor":"middle"};return[y,x("text",S,a[M])]})}function ot(i,{x:t,low:n,high:e,colour:r,opacity:o=.18}){let a=s=>t.map((l,h)=>[
i.at("x",l),i.at("y",s[h])]);return x("polygon",{points:[...a(e),...a(n).reverse()].join(" "),fill:r,"fill-opacity":o})}function nt(i,{start:t,end:n,colour:e="#7f8896",width:r=2,gap:o=6},a){let[[s,l],[h,d]]=[t,n].map(([k,$])=>[i.at("x",k),i.at("y",$)]),
f=Math.hypot(h-s,d-l)||1,c=a/13,[p,m]=[(h-s)/f,(d-l)/f],u=8*c,b=[s+p*o,l+m*o],w=[h-p*o,d-m*o],M=[w[0]-p*u,w[1]-m*u],v=k=>[M[0]-k*m*u/2,M[1]+k*p*u/2];return x("g",{},x("line",{x1:b[0],y1:b[1],x2:M[0],y2:M[1],stroke:e,"stroke-width":r*c}),x("polygon",{
points:[w,v(1),v(-1)].join(" "),fill:e}))}var rt=6,j=i=>A(i,3);function st({ticks:i=[],labels:t},n){return t?.[i.indexOf(n)]??j(n)}function it(i){let t=i.map((e,r)=>r).filter(e=>!Number.isNaN(i[e])),n=e=>t.reduce((r,o)=>e(i[o],i[r])?o:r,t[0]);return[n((e,r)=>e>r),n((e,r)=>e<r)]}function yt({
values:i},t,n){let e=i.flat().map(Math.fround),r=i[0].length,[o,a]=it(e),s=l=>[[n,Math.floor(l/r)],[t,l%r]].map(([h,d])=>`${h.title} ${st(h,d)}`.trim()).join(", ");return z("{rows} by {columns} values. Highest: {most} at {top}; lowest: {least} at {bo\
ttom}.",{rows:i.length,columns:r,most:j(e[o]),top:s(o),least:j(e[a]),bottom:s(a)})}function wt({name:i,x:t,y:n,labels:e},r){if(n.length<2)return"";let[o,a]=it(n),s=h=>e?.[h]??st(r,t[h]),l={series:i,most:j(n[o]),top:s(o),least:j(n[a]),bottom:s(a)};return i?
z("{series}: highest {most} at {top}, lowest {least} at {bottom}.",l):z("Highest {most} at {top}, lowest {least} at {bottom}.",l)}function at({caption:i,summary:t,marks:n,x:e,y:r}){if(t)return`${i} ${t}`;if(n[0].kind==="heatmap")return`${i} ${yt(n[0],
e,r)}`;let o=n.filter(({hover:l})=>l!==null).map(l=>wt(l,e)).filter(Boolean),a=o.length-rt,s=o.slice(0,rt).join(" ")+(a>0?` ${z("And {count} more.",{count:a})}`:"");return`${i} ${z("{y} against {x}",{y:r.title,x:e.title})}. ${s}`}function L(i,t){if(typeof i!=
"number"||!t)return typeof i=="number"?j(i):i;let n=Number(t[1]);return t.endsWith("%")?Z(i,n):t.endsWith("f")?E(i,n):A(i,n)}var I=(i,t)=>i.replace(/%\{(\w+)(?:\[(\d+)\])?(?::([^}]*))?\}/g,(n,e,r,o)=>L(r?t[e][r]:t[e],o)).replaceAll("%%","%");var _=30,Mt=16,kt=12;function vt({log:i,limits:t}){let[n,e]=t.map(r=>i?Math.log10(r):r);return r=>((i?Math.log10(r):r)-n)/(e-n)}function lt({limits:i,fromZero:t,log:n},e,r){if(i)return i;let[o,a]=[X(e),V(e)];if(n)return[o/1.3,a*1.3];let s=(a-o||1)*r;
return[t||o===0?Math.min(o,0):o-s,a+s]}function ct({ticks:i,step:t,log:n},[e,r],o){if(i)return i;let[a,s]=[Math.min(e,r),Math.max(e,r)];if(n){let c=Math.ceil(Math.log10(a)),p=Math.floor(Math.log10(s))-c+1;return Array.from({length:p},(m,u)=>10**(c+u))}
let l=(s-a)/o,h=10**Math.floor(Math.log10(l)),d=t??h*[1,2,5,10].find(c=>c*h>=l),f=Math.ceil(a/d);return Array.from({length:Math.floor(s/d)-f+1},(c,p)=>Number(((f+p)*d).toPrecision(12)))}var P=({ticks:i,labels:t,format:n,labelled:e},r)=>e===!1?"":t?.[i.
indexOf(r)]??(n==="power"?G(Math.round(Math.log10(r))):n?L(r,n):Math.abs(r)>=1e3?H(r):A(r,4));function zt(i){let t=i.map(n=>[1,3,5].map(e=>parseInt(n.slice(e,e+2),16)));return n=>{let e=Math.min(Math.max(n,0),1)*(i.length-1),r=Math.min(Math.floor(e),
i.length-2);return t[r].map((o,a)=>Math.round(o+(t[r+1][a]-o)*(e-r)))}}function ht({values:i,least:t,most:n},e){let r=g("canvas");[r.width,r.height]=[i[0].length,i.length];let o=r.getContext("2d"),a=o.createImageData(r.width,r.height);return i.flat().
forEach((s,l)=>{s===null||Number.isNaN(s)||a.data.set([...e((s-t)/(n-t)),255],4*l)}),o.putImageData(a,0,0),r.toDataURL()}var Y=class{constructor(t){Object.assign(this,{diverging:t,element:g("figure","chart")}),this.tip=g("div","tip"),this.tip.hidden=
!0,this.element.addEventListener("pointermove",n=>this.point(n)),this.element.addEventListener("pointerdown",n=>this.point(n)),this.element.addEventListener("pointerleave",()=>{this.tip.hidden=!0}),new ResizeObserver(()=>this.paint()).observe(this.element)}show(t){
this.chart=t,this.paint()}paint(){let{chart:t,element:n}=this,e=n.clientWidth;if(!t||!e)return;let r=getComputedStyle(n),o=parseFloat(r.fontSize),a=[...n.parentElement.children].filter(({offsetLeft:y})=>y===n.offsetLeft).length,s=parseFloat(r.getPropertyValue(
"--lecture-room")),l=Math.round(s?s/a-Mt:t.height),h=t.marks[0].kind==="heatmap"?t.marks[0]:null,d=y=>t.marks.flatMap(S=>K(S,y)),f=t.marks.some(({side:y})=>y)?.12:.05;this.limits={x:lt(t.x,h?[]:d("x"),f),y:lt(t.y,h?[]:d("y"),f)};let c=this.legend(t);
n.replaceChildren(...c?[c]:[]);let p=c?.offsetHeight??(h?.bar?.above?o*4.2:0),m=t.x.visible!==!1,u={x:m?ct(t.x,this.limits.x,e/(5*o)):[],y:m?ct(t.y,this.limits.y,l/(4*o)):[]},b=y=>.6*o*Math.max(0,...y.map(({length:S})=>S)),w=u.x.map(y=>P(t.x,y)),M=b(
u.y.map(y=>P(t.y,y)));this.shrunk=Math.min(1,Math.max(.8,.4*e/M));let v=m?M*this.shrunk+o*(t.y.title?2.4:1):8;this.isUpright=m&&b([w.join("  ")])>(e-v)*.95;let k=Math.ceil(1.1*o*w.length/(e-v));this.isUpright&&(u.x=u.x.filter((y,S)=>S%k===0));let $=this.
isUpright?b(w):o,N={left:v,top:p+o*.8,right:e-(!h?.bar||h.bar.above?o*1.2:o*2.4+b(h.bar.ticks.map(y=>A(y,4)))),bottom:l-(m?o*(t.x.title?2.6:1)+$:8)};this.below=$,t.sameScale&&this.keepScale(N),this.box=N;let T=x("svg",{width:e,height:l,role:"img","ar\
ia-label":t.alt??at(t)});T.append(...this.frame(t,u,o),...this.marks(t,o),...this.notes(t,o),...h?.bar?this.colourBar(h,o):[]),n.append(T,this.tip),n.style.height=`${l}px`}keepScale(t){let{x:n,y:e}=this.limits,[r,o]=[n[1]-n[0],e[1]-e[0]],a=Math.min((t.
right-t.left)/r,(t.bottom-t.top)/o),[s,l]=[(t.left+t.right)/2,(t.top+t.bottom)/2];Object.assign(t,{left:s-a*r/2,right:s+a*r/2,top:l-a*o/2,bottom:l+a*o/2})}at(t,n){let{box:e,chart:r}=this,o=vt({log:r[t].log,limits:this.limits[t]})(n);return t==="x"?e.
left+o*(e.right-e.left):e.bottom-o*(e.bottom-e.top)}frame({x:t,y:n,background:e},r,o){let{box:a}=this,s=[];e&&s.push(x("rect",{x:a.left,y:a.top,fill:e[0],width:a.right-a.left,height:a.bottom-a.top,"fill-opacity":e[1]}));let l=(c,p)=>x("line",{...c,class:p?
"zero":"grid"});for(let c of r.x){let p=this.at("x",c);t.grid!==!1&&s.push(l({x1:p,x2:p,y1:a.top,y2:a.bottom}));let m=a.bottom+o*(this.isUpright?.5:1.3);s.push(x("text",this.isUpright?{"text-anchor":"end",transform:`translate(${p+o*.35} ${m}) rotate(\
-90)`}:{x:p,y:m,"text-anchor":"middle"},P(t,c)))}for(let c of r.y){let p=this.at("y",c);n.grid!==!1&&s.push(l({x1:a.left,x2:a.right,y1:p,y2:p},c===0&&n.zero!=="none")),s.push(x("text",{x:a.left-6,y:p+o*.35,"text-anchor":"end","font-size":o*this.shrunk},
P(n,c)))}let h=[(a.left+a.right)/2,(a.top+a.bottom)/2],d=.6*o*(t.title??"").length>a.right-a.left;t.title&&t.visible!==!1&&s.push(x("text",{x:d?a.right:h[0],y:a.bottom+this.below+o*1.9,"text-anchor":d?"end":"middle"},t.title));let f=Math.min(o,(a.bottom-
a.top)/(.55*n.title?.length));return n.title&&n.visible!==!1&&s.push(x("text",{"text-anchor":"middle","font-size":f,transform:`translate(${o} ${h[1]}) rotate(-90)`},n.title)),s}marks({marks:t,rules:n=[],arrows:e=[]},r){let{box:o}=this,a=[];for(let s of t){
if(s.kind==="heatmap"){a.push(x("image",{href:ht(s,this.colours(s)),x:o.left,y:o.top,width:o.right-o.left,height:o.bottom-o.top,preserveAspectRatio:"none",class:"cells"}));continue}s.kind==="bars"?a.push(...et(this,s,t,r)):a.push(s.kind==="band"?ot(this,
s):Q(this,s,r))}return[...a,...tt(this,t,r),...n.map(s=>this.rule(s,r)),...e.map(s=>nt(this,s,r))]}rule({axis:t,at:n,row:e,colour:r="#7f8896",width:o=1.5},a){let{box:s}=this,l={stroke:r,"stroke-width":o*a/13};if(e!==void 0){let f=this.at("y",e-.5),c=this.
at("y",e+.5);return x("rect",{x:s.left,width:s.right-s.left,y:f,height:c-f,fill:"none",...l})}let h=this.at(t,n),d=t==="x"?{x1:h,x2:h,y1:s.top,y2:s.bottom}:{x1:s.left,x2:s.right,y1:h,y2:h};return x("line",{...d,...l,"stroke-dasharray":"3 3"})}notes({
notes:t=[]},n){let{box:e}=this,r={left:"start",right:"end"},o=n/13;return t.map(({text:a,x:s,y:l,xShare:h,yShare:d,shiftX:f=0,sideX:c,sideY:p,size:m=13,colour:u})=>{let b=x("text",{"font-size":m*o,"text-anchor":r[c]??"middle",x:(h?e.left+s*(e.right-e.
left)+4:this.at("x",s))+f*o,y:(d?e.bottom-l*(e.bottom-e.top):this.at("y",l))+({bottom:-.4,top:1}[p]??.35)*m*o},a);return u&&(b.style.fill=u),b})}colours({palette:t}){let n=getComputedStyle(this.element).colorScheme.includes("dark")?"dark":"light",e=this.
diverging[n];return zt(t==="below zero"?e.slice(0,3):e)}colourBar(t,n){let{box:e}=this,{ticks:r,title:o,above:a}=t.bar,s=this.colours(t),l=Array.from({length:64},(p,m)=>m/63),h=[],d=ht({least:0,most:1,values:a?[l]:l.map(p=>[1-p])},s),f=kt*n/13,c=a?{x:e.
left,y:n*1.6,width:e.right-e.left,height:f}:{x:e.right+10,y:e.top,width:f,height:e.bottom-e.top};return h.push(x("image",{href:d,...c,preserveAspectRatio:"none"})),r.forEach(p=>{let m=(p-t.least)/(t.most-t.least);h.push(a?x("text",{x:c.x+m*c.width,y:c.
y+f+n,"text-anchor":"middle"},A(p,4)):x("text",{x:c.x+f+5,y:c.y+(1-m)*c.height+n*.35},A(p,4)))}),o&&h.push(x("text",{x:e.left,y:n},o)),h}legend({legend:t,marks:n}){if(!t)return null;let e=g("figcaption","legend"),r=n.filter(({kind:o,name:a,inLegend:s=!0})=>o!==
"band"&&a&&s);return e.append(g("span","",t),...r.map(({kind:o,name:a,colour:s,opacity:l=1})=>{let h=g("span"),d=g("i");return Object.assign(d.style,{background:O(s,0),opacity:o==="bars"?1:l}),h.append(d,a),h})),e}point({clientX:t,clientY:n}){let{chart:e,
tip:r,element:o,box:a}=this,s=o.getBoundingClientRect(),[l,h]=[t-s.left,n-s.top],d=e&&a?this.textAt(e,l,h):"";if(r.hidden=!d,!d)return;r.textContent=d;let f=l>s.width/2;Object.assign(r.style,{left:f?"":`${l+12}px`,top:`${h+12}px`,right:f?`${s.width-l+
12}px`:""})}textAt({marks:t,hoverTogether:n},e,r){let{box:o}=this,[a]=t;if(e<o.left-_||e>o.right+_||r<o.top||r>o.bottom)return"";if(a.kind==="heatmap"){let[c,p]=[a.values.length,a.values[0].length],m=Math.floor((r-o.top)/(o.bottom-o.top)*c),u=Math.floor(
(e-o.left)/(o.right-o.left)*p),b=a.values[m]?.[u];if((b??NaN)!==b)return"";let[w,M]=[this.chart.x,this.chart.y].map(({labels:v},k)=>v?.[[u,m][k]]??[u,m][k]);return I(a.hover,{x:w,y:M,z:b})}let l=t.filter(({hover:c,kind:p})=>c&&p!=="band").map(c=>{let p=c.
x.map((u,b)=>Math.abs(this.at("x",u)-e)+(n?0:Math.abs(this.at("y",c.y[b])-r))),m=p.indexOf(Math.min(...p));return{mark:c,at:m,away:p[m]}}),h=({mark:c,at:p})=>I(c.hover,{x:c.x[p],y:c.y[p],customdata:c.details?.[p],text:c.labels?.[p]});if(!l.length)return"";
let d=l.reduce((c,p)=>p.away<c.away?p:c);if(d.away>(n||t.length===1?1/0:_))return"";if(!n)return h(d);let f=d.mark.x[d.at];return[this.chart.x.labels?P(this.chart.x,f):E(f,0),...l.filter(({mark:c,at:p})=>c.x[p]===f).map(c=>`${c.mark.name}: ${h(c)}`)].
join(`
`)}};var dt=12,pt=["matrices","charts"],St=`.sheet > * { margin: 0 0 ${dt}px; }
.sheet > :last-child { margin-bottom: 0; }
.sheet > :not(:first-child) { display: var(--sheet-rest, revert-layer); }
.sheet h2 { font-size: 20px; line-height: 28px; margin-top: 24px; }
.sheet p { max-width: 60rem; }
.wide { overflow-x: auto; }
.sheet a { color: var(--st-primary-color); }
.sheet .extra { display: var(--lecture-extra, block); }
.markdown.small { font-size: 14px; opacity: 0.85; }
.charts { display: flex; flex-wrap: wrap; gap: 8px 24px; align-items: center; }
.charts > * { flex: 1 1 min(22rem, 100%); min-width: 0; margin: 0; }
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
  border: 1px solid var(--st-border-color); border-radius: 4px; padding: 4px 8px; }`;function $t(i){if(i===0)return"0";if(i>=.005)return E(i,2);let[t,n]=i.toExponential(0).split("e"),e=n.replace("-","⁻").replace(/\d/g,r=>"⁰¹²³⁴⁵⁶⁷⁸⁹"[r]);
return`${D(t)} × 10${e}`}function C(i){let t=g("tr");return t.append(...i),t}function R(i,t,n=""){return Object.assign(g("th",n,i),{scope:t})}function ft(i,t){let n=g("div","wide");return n.tabIndex=0,n.setAttribute("role","region"),n.setAttribute("\
aria-label",i),n.append(t),n}var Et={heading:({text:i})=>g("h2","",i),text:({text:i})=>g("p","",i),code:({text:i})=>g("code","",i),markdown({text:i,isSmall:t,isExtra:n}){let e=g("div",["markdown",t&&"small",n&&"extra"].filter(Boolean).join(" "));return e.
append(...W(i)),e},charts({charts:i,diverging:t}){let n=g("div","charts"),e=[];return n.append(...i.map(r=>typeof r=="string"?g("p","",r):(e.push(new Y(t)),e.at(-1).show(r),e.at(-1).element))),n.repaint=()=>e.forEach(r=>r.paint()),n},changes({words:i,
runs:t,place:n}){let e=g("table","changes");return e.append(C([g("td"),...i.map((r,o)=>R(r,"col",o===n?"marked":""))]),...t.map(([r,o])=>C([R(r,"row"),...[...o].map(a=>g("td",a?"other":"same",$t(a)))]))),ft(z("Change a later word: do the words before\
 it notice?"),e)},table({head:i,rows:t,isExtra:n}){let e=g("table");e.append(C(i.map(o=>R(o,"col"))),...t.map(([o,...a])=>C([R(o,"row"),...a.map(s=>g("td","",s))])));let r=ft(i.join(", "),e);return r.classList.toggle("extra",!!n),r},translations({runs:i}){
let t=g("table","translations"),n=i.map(([,e])=>e.split(" "));return t.append(...i.map(([e],r)=>{let o=g("td"),a=n[r],s=n.filter((l,h)=>h!==r).map(l=>F(a,l));return o.append(...a.flatMap((l,h)=>[g(s.length&&s.every(d=>d[h])?"mark":"span","",l)," "])),
C([R(e,"row"),o])})),t},control({control:i},t){let n=g("div");return q(n,[i],{change:e=>t("settings",e)}),n}};function Ot(i){let t=parseFloat(getComputedStyle(i).getPropertyValue("--lecture-room")),n=t&&document.querySelector("#lesson > article"),e=i.
parts.filter(({kind:r})=>!pt.includes(r)).reduce((r,{element:{offsetHeight:o}})=>r+(o&&o+dt),0);for(let{kind:r,element:o}of i.parts)pt.includes(r)&&(n&&e?o.style.setProperty("--lecture-room",`${t-e}px`):o.style.removeProperty("--lecture-room"),o.repaint?.())}
function jt({data:i,parentElement:t,setTriggerValue:n}){J(t,St);let e=t.querySelector(".sheet");e.parts??=[],e.sizes||(e.sizes=new ResizeObserver(()=>Ot(e)),e.sizes.observe(e)),e.parts=i.parts.map((s,l)=>{let h=e.parts[l];if(s.kind!=="matrices")return{
kind:s.kind,element:Et[s.kind](s,n)};let d=h?.kind==="matrices"?h.element:g("div"),f=h?.kind==="matrices"?h.show:U(At,"matrices",d);return{kind:"matrices",element:d,show:f,packed:s.packed}});let r=e.getRootNode().activeElement,o=[...e.querySelectorAll(
"select")].indexOf(r),a=e.parts.map(({element:s})=>s);for(a.forEach((s,l)=>{e.children[l]!==s&&e.insertBefore(s,e.children[l]??null)});e.children.length>a.length;)e.lastChild.remove();for(let{show:s,packed:l}of e.parts)s?.(l);o>=0&&e.querySelectorAll(
"select")[o]?.focus(),e.dataset.painted=i.painted}export{jt as default};
