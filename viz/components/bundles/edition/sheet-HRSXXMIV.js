// Made of edition/, engine/, sheet/, host/ and shared/ by "npm run build": change those, not this.
import{a as U,c as q,d as W}from"./chunk-2F5GPWTH.js";import{b as z,d as F,e as H,f as A,l as G,m as E,n as V,v as X,w as Z,x as J}from"./chunk-CRSLMA6U.js";import{a as K}from"./chunk-ZSTIFGA7.js";import{a as g}from"./chunk-S5JOKDF5.js";
import{w as L}from"./chunk-NOYATVA2.js";import Et from"../bundles/matrices.js";var mt="http://www.w3.org/2000/svg";var ut={dot:"3 3",dash:"8 5"},gt={square:[[-1,-1],[1,-1],[1,1],[-1,1]],diamond:[[0,-1.3],[1.3,0],[0,1.3],[-1.3,0]],"triangle-up":[[-1.1,.9],[0,-1.1],[1.1,.9]],x:[[-1,-.5],[-.5,-1],[0,-.5],[.5,-1],[1,-.5],[.5,0],[1,.5],[.5,1],[0,.5],[-.5,1],[-1,.5],[-.5,
0]]};function x(i,e={},...r){let t=document.createElementNS(mt,i);for(let[n,o]of Object.entries(e))t.setAttribute(n,o);return t.append(...r),t}var O=(i,e)=>Array.isArray(i)?i[e]:i;function Q({kind:i,across:e,places:r,values:t,low:n,high:o,...a},s){return i===
"band"?s==="x"?a.x:[...n,...o]:i!=="bars"?a[s].filter(l=>l!==null):s==="x"==!!e?[0,...t]:r.flatMap(l=>[l-.5,l+.5])}function tt(i,e,r){let t=r/13,n=x("g",{opacity:e.line?e.opacity??1:1}),o=e.x.map((a,s)=>a===null||e.y[s]===null?null:[i.at("x",a),i.at(
"y",e.y[s])]);return e.line&&n.append(x("path",{fill:"none",stroke:e.colour,d:o.map((a,s)=>a&&`${o[s-1]?"L":"M"}${a}`).join(""),"stroke-width":e.line*t,"stroke-dasharray":ut[e.dash]??"none"})),o.forEach((a,s)=>{a&&e.marker&&n.append(xt(e,s,a,e.marker*
t/2))}),n}function xt({symbol:i="circle",colour:e,line:r,opacity:t=1},n,[o,a],s){let[l,c]=O(i,n).split("-open"),d=O(e,n),f=gt[l],h={opacity:r?1:t,...c===void 0?{fill:d}:{fill:"none",stroke:d,"stroke-width":s/2.5}};return f?x("polygon",{...h,points:f.
map(([p,m])=>[o+p*s,a+m*s]).join(" ")}):x("circle",{...h,cx:o,cy:a,r:s})}function bt({labels:i,side:e,marker:r=0,labelSize:t=13},n,[o,a],s){let[l,c]=O(e,n).split(" "),d=(r/2+4)*s,f=t*s,h=.55*f*i[n].length,p=l==="middle"?d:0,m=o+({left:-h-p,right:p}[c]??
-h/2),u=a+({top:-d,bottom:d+f*.8}[l]??f*.35);return{left:m,right:m+h,top:u-f*.8,base:u,size:f}}function et(i,e,r){let t=[],n=[],o=i.box.right+r,a=({labelSize:s=13})=>s;for(let s of[...e].reverse().sort((l,c)=>a(c)-a(l)))!s.side||!s.labels?.length||s.
x.forEach((l,c)=>{let d=[i.at("x",l),i.at("y",s.y[c])],f=bt(s,c,d,r/13),h=Math.max(0,f.right-o),[p,m]=[f.left-h,f.right-h];t.some(u=>p<u.right&&m>u.left&&f.top<u.base&&f.base>u.top)||(t.push({...f,left:p,right:m}),n.push(x("text",{"font-size":f.size,
x:(p+m)/2,y:f.base,"text-anchor":"middle"},s.labels[c])))});return n}function ot(i,{places:e,values:r,across:t,colour:n,opacity:o=[],labels:a=[],labelsShown:s},l,c){let{box:d}=i,f=l.filter(({kind:w})=>w==="bars"),[h,p]=t?["y","x"]:["x","y"],m=Math.abs(
i.at(h,1)-i.at(h,0))*.8/f.length,u=f.findIndex(w=>w.places===e),b=i.at(p,0);return e.flatMap((w,M)=>{let v=i.at(h,w)-m*f.length/2+m*u,k=i.at(p,r[M]),$={[h]:v,[p]:Math.min(b,k)},[N,B]=t?["height","width"]:["width","height"],y=x("rect",{...$,[N]:m,[B]:Math.
abs(k-b),fill:O(n,M),opacity:o[M]??1});if(!s)return[y];let S=t?{x:Math.min(k+4,d.right),y:v+m/2+c*.35}:{x:v+m/2,y:k-4,"text-anchor":"middle"};return[y,x("text",S,a[M])]})}function nt(i,{x:e,low:r,high:t,colour:n,opacity:o=.18}){let a=s=>e.map((l,c)=>[
i.at("x",l),i.at("y",s[c])]);return x("polygon",{points:[...a(t),...a(r).reverse()].join(" "),fill:n,"fill-opacity":o})}function rt(i,{start:e,end:r,colour:t="#7f8896",width:n=2,gap:o=6},a){let[[s,l],[c,d]]=[e,r].map(([k,$])=>[i.at("x",k),i.at("y",$)]),
f=Math.hypot(c-s,d-l)||1,h=a/13,[p,m]=[(c-s)/f,(d-l)/f],u=8*h,b=[s+p*o,l+m*o],w=[c-p*o,d-m*o],M=[w[0]-p*u,w[1]-m*u],v=k=>[M[0]-k*m*u/2,M[1]+k*p*u/2];return x("g",{},x("line",{x1:b[0],y1:b[1],x2:M[0],y2:M[1],stroke:t,"stroke-width":n*h}),x("polygon",{
points:[w,v(1),v(-1)].join(" "),fill:t}))}var j=i=>E(i,3);function st({ticks:i=[],labels:e},r){return e?.[i.indexOf(r)]??j(r)}function it(i){let e=i.map((t,n)=>n).filter(t=>!Number.isNaN(i[t])),r=t=>e.reduce((n,o)=>t(i[o],i[n])?o:n,e[0]);return[r((t,n)=>t>n),r((t,n)=>t<n)]}function yt({values:i},e,r){
let t=i.flat().map(Math.fround),n=i[0].length,[o,a]=it(t),s=l=>[[r,Math.floor(l/n)],[e,l%n]].map(([c,d])=>`${c.title} ${st(c,d)}`.trim()).join(", ");return z("{rows} by {columns} values. Highest: {most} at {top}; lowest: {least} at {bottom}.",{rows:i.
length,columns:n,most:j(t[o]),top:s(o),least:j(t[a]),bottom:s(a)})}function wt({name:i,x:e,y:r,labels:t},n){if(r.length<2)return"";let[o,a]=it(r),s=c=>t?.[c]??st(n,e[c]),l={series:i,most:j(r[o]),top:s(o),least:j(r[a]),bottom:s(a)};return i?z("{series\
}: highest {most} at {top}, lowest {least} at {bottom}.",l):z("Highest {most} at {top}, lowest {least} at {bottom}.",l)}function at({caption:i="",summary:e,marks:r,x:t,y:n}){if(e)return`${i} ${e}`;if(r[0].kind==="heatmap")return`${i} ${yt(r[0],t,n)}`;
let o=r.filter(({hover:c})=>c!==null).map(c=>wt(c,t)).filter(Boolean),a=o.length-L,s=o.slice(0,L).join(" ")+(a>0?` ${z("And {count} more.",{count:a})}`:""),l=t.title&&n.title?z("{y} against {x}",{y:n.title,x:t.title}):t.title||n.title;return`${i} ${l?
`${l}. `:""}${s}`.trim()}function I(i,e){if(typeof i!="number"||!e)return typeof i=="number"?j(i):i;let r=Number(e[1]);return e.endsWith("%")?J(i,r):e.endsWith("f")?A(i,r):E(i,r)}var _=(i,e)=>i.replace(/%\{(\w+)(?:\[(\d+)\])?(?::([^}]*))?\}/g,(r,t,n,o)=>I(
n?e[t][n]:e[t],o)).replaceAll("%%","%");var D=30,Mt=16,kt=12;function vt({log:i,limits:e}){let[r,t]=e.map(n=>i?Math.log10(n):n);return n=>((i?Math.log10(n):n)-r)/(t-r)}function lt({limits:i,fromZero:e,log:r},t,n){if(i)return i;let[o,a]=[Z(t),X(t)];if(r)return[o/1.3,a*1.3];let s=(a-o||1)*n;
return[e||o===0?Math.min(o,0):o-s,a+s]}function ct({ticks:i,step:e,log:r},[t,n],o){if(i)return i;let[a,s]=[Math.min(t,n),Math.max(t,n)];if(r){let h=Math.ceil(Math.log10(a)),p=Math.floor(Math.log10(s))-h+1;return Array.from({length:p},(m,u)=>10**(h+u))}
let l=(s-a)/o,c=10**Math.floor(Math.log10(l)),d=e??c*[1,2,5,10].find(h=>h*c>=l),f=Math.ceil(a/d);return Array.from({length:Math.floor(s/d)-f+1},(h,p)=>Number(((f+p)*d).toPrecision(12)))}var P=({ticks:i,labels:e,format:r,labelled:t},n)=>t===!1?"":e?.[i.
indexOf(n)]??(r==="power"?V(Math.round(Math.log10(n))):r?I(n,r):Math.abs(n)>=1e3?H(n):E(n,4));function zt(i){let e=i.map(r=>[1,3,5].map(t=>parseInt(r.slice(t,t+2),16)));return r=>{let t=Math.min(Math.max(r,0),1)*(i.length-1),n=Math.min(Math.floor(t),
i.length-2);return e[n].map((o,a)=>Math.round(o+(e[n+1][a]-o)*(t-n)))}}function ht({values:i,least:e,most:r},t){let n=g("canvas");[n.width,n.height]=[i[0].length,i.length];let o=n.getContext("2d"),a=o.createImageData(n.width,n.height);return i.flat().
forEach((s,l)=>{s===null||Number.isNaN(s)||a.data.set([...t((s-e)/(r-e)),255],4*l)}),o.putImageData(a,0,0),n.toDataURL()}var Y=class{constructor(e){Object.assign(this,{diverging:e,element:g("figure","chart")}),this.tip=g("div","tip"),this.tip.hidden=
!0,this.element.addEventListener("pointermove",r=>this.point(r)),this.element.addEventListener("pointerdown",r=>this.point(r)),this.element.addEventListener("pointerleave",()=>{this.tip.hidden=!0}),new ResizeObserver(()=>this.paint()).observe(this.element)}show(e){
this.chart=e,this.paint()}paint(){let{chart:e,element:r}=this,t=r.clientWidth;if(!e||!t)return;let n=getComputedStyle(r),o=parseFloat(n.fontSize),a=[...r.parentElement.children].filter(({offsetLeft:y})=>y===r.offsetLeft).length,s=parseFloat(n.getPropertyValue(
"--lecture-room")),l=Math.round(s?s/a-Mt:e.height),c=e.marks[0].kind==="heatmap"?e.marks[0]:null,d=y=>e.marks.flatMap(S=>Q(S,y)),f=e.marks.some(({side:y})=>y)?.12:.05;this.limits={x:lt(e.x,c?[]:d("x"),f),y:lt(e.y,c?[]:d("y"),f)};let h=this.legend(e);
r.replaceChildren(...h?[h]:[]);let p=h?.offsetHeight??(c?.bar?.above?o*4.2:0),m=e.x.visible!==!1,u={x:m?ct(e.x,this.limits.x,t/(5*o)):[],y:m?ct(e.y,this.limits.y,l/(4*o)):[]},b=y=>.6*o*Math.max(0,...y.map(({length:S})=>S)),w=u.x.map(y=>P(e.x,y)),M=b(
u.y.map(y=>P(e.y,y)));this.shrunk=Math.min(1,Math.max(.8,.4*t/M));let v=m?M*this.shrunk+o*(e.y.title?2.4:1):8;this.isUpright=m&&b([w.join("  ")])>(t-v)*.95;let k=Math.ceil(1.1*o*w.length/(t-v));this.isUpright&&(u.x=u.x.filter((y,S)=>S%k===0));let $=this.
isUpright?b(w):o,N={left:v,top:p+o*.8,right:t-(!c?.bar||c.bar.above?o*1.2:o*2.4+b(c.bar.ticks.map(y=>E(y,4)))),bottom:l-(m?o*(e.x.title?2.6:1)+$:8)};this.below=$,e.sameScale&&this.keepScale(N),this.box=N;let B=x("svg",{width:t,height:l,role:"img","ar\
ia-label":e.alt??at(e)});B.append(...this.frame(e,u,o),...this.marks(e,o),...this.notes(e,o),...c?.bar?this.colourBar(c,o):[]),r.append(B,this.tip),r.style.height=`${l}px`}keepScale(e){let{x:r,y:t}=this.limits,[n,o]=[r[1]-r[0],t[1]-t[0]],a=Math.min((e.
right-e.left)/n,(e.bottom-e.top)/o),[s,l]=[(e.left+e.right)/2,(e.top+e.bottom)/2];Object.assign(e,{left:s-a*n/2,right:s+a*n/2,top:l-a*o/2,bottom:l+a*o/2})}at(e,r){let{box:t,chart:n}=this,o=vt({log:n[e].log,limits:this.limits[e]})(r);return e==="x"?t.
left+o*(t.right-t.left):t.bottom-o*(t.bottom-t.top)}frame({x:e,y:r,background:t},n,o){let{box:a}=this,s=[];t&&s.push(x("rect",{x:a.left,y:a.top,fill:t[0],width:a.right-a.left,height:a.bottom-a.top,"fill-opacity":t[1]}));let l=(h,p)=>x("line",{...h,class:p?
"zero":"grid"});for(let h of n.x){let p=this.at("x",h);e.grid!==!1&&s.push(l({x1:p,x2:p,y1:a.top,y2:a.bottom}));let m=a.bottom+o*(this.isUpright?.5:1.3);s.push(x("text",this.isUpright?{"text-anchor":"end",transform:`translate(${p+o*.35} ${m}) rotate(\
-90)`}:{x:p,y:m,"text-anchor":"middle"},P(e,h)))}for(let h of n.y){let p=this.at("y",h);r.grid!==!1&&s.push(l({x1:a.left,x2:a.right,y1:p,y2:p},h===0&&r.zero!=="none")),s.push(x("text",{x:a.left-6,y:p+o*.35,"text-anchor":"end","font-size":o*this.shrunk},
P(r,h)))}let c=[(a.left+a.right)/2,(a.top+a.bottom)/2],d=.6*o*(e.title??"").length>a.right-a.left;e.title&&e.visible!==!1&&s.push(x("text",{x:d?a.right:c[0],y:a.bottom+this.below+o*1.9,"text-anchor":d?"end":"middle"},e.title));let f=Math.min(o,(a.bottom-
a.top)/(.55*r.title?.length));return r.title&&r.visible!==!1&&s.push(x("text",{"text-anchor":"middle","font-size":f,transform:`translate(${o} ${c[1]}) rotate(-90)`},r.title)),s}marks({marks:e,rules:r=[],arrows:t=[]},n){let{box:o}=this,a=[];for(let s of e){
if(s.kind==="heatmap"){a.push(x("image",{href:ht(s,this.colours(s)),x:o.left,y:o.top,width:o.right-o.left,height:o.bottom-o.top,preserveAspectRatio:"none",class:"cells"}));continue}s.kind==="bars"?a.push(...ot(this,s,e,n)):a.push(s.kind==="band"?nt(this,
s):tt(this,s,n))}return[...a,...et(this,e,n),...r.map(s=>this.rule(s,n)),...t.map(s=>rt(this,s,n))]}rule({axis:e,at:r,row:t,colour:n="#7f8896",width:o=1.5},a){let{box:s}=this,l={stroke:n,"stroke-width":o*a/13};if(t!==void 0){let f=this.at("y",t-.5),h=this.
at("y",t+.5);return x("rect",{x:s.left,width:s.right-s.left,y:f,height:h-f,fill:"none",...l})}let c=this.at(e,r),d=e==="x"?{x1:c,x2:c,y1:s.top,y2:s.bottom}:{x1:s.left,x2:s.right,y1:c,y2:c};return x("line",{...d,...l,"stroke-dasharray":"3 3"})}notes({
notes:e=[]},r){let{box:t}=this,n={left:"start",right:"end"},o=r/13;return e.map(({text:a,x:s,y:l,xShare:c,yShare:d,shiftX:f=0,sideX:h,sideY:p,size:m=13,colour:u})=>{let b=x("text",{"font-size":m*o,"text-anchor":n[h]??"middle",x:(c?t.left+s*(t.right-t.
left)+4:this.at("x",s))+f*o,y:(d?t.bottom-l*(t.bottom-t.top):this.at("y",l))+({bottom:-.4,top:1}[p]??.35)*m*o},a);return u&&(b.style.fill=u),b})}colours({palette:e}){let r=getComputedStyle(this.element).colorScheme.includes("dark")?"dark":"light",t=this.
diverging[r];return zt(e==="below zero"?t.slice(0,3):t)}colourBar(e,r){let{box:t}=this,{ticks:n,title:o,above:a}=e.bar,s=this.colours(e),l=Array.from({length:64},(p,m)=>m/63),c=[],d=ht({least:0,most:1,values:a?[l]:l.map(p=>[1-p])},s),f=kt*r/13,h=a?{x:t.
left,y:r*1.6,width:t.right-t.left,height:f}:{x:t.right+10,y:t.top,width:f,height:t.bottom-t.top};return c.push(x("image",{href:d,...h,preserveAspectRatio:"none"})),n.forEach(p=>{let m=(p-e.least)/(e.most-e.least);c.push(a?x("text",{x:h.x+m*h.width,y:h.
y+f+r,"text-anchor":"middle"},E(p,4)):x("text",{x:h.x+f+5,y:h.y+(1-m)*h.height+r*.35},E(p,4)))}),o&&c.push(x("text",{x:t.left,y:r},o)),c}legend({legend:e,marks:r}){if(!e)return null;let t=g("figcaption","legend"),n=r.filter(({kind:o,name:a,inLegend:s=!0})=>o!==
"band"&&a&&s);return t.append(g("span","",e),...n.map(({kind:o,name:a,colour:s,opacity:l=1})=>{let c=g("span"),d=g("i");return Object.assign(d.style,{background:O(s,0),opacity:o==="bars"?1:l}),c.append(d,a),c})),t}point({clientX:e,clientY:r}){let{chart:t,
tip:n,element:o,box:a}=this,s=o.getBoundingClientRect(),[l,c]=[e-s.left,r-s.top],d=t&&a?this.textAt(t,l,c):"";if(n.hidden=!d,!d)return;n.textContent=d;let f=l>s.width/2;Object.assign(n.style,{left:f?"":`${l+12}px`,top:`${c+12}px`,right:f?`${s.width-l+
12}px`:""})}textAt({marks:e,hoverTogether:r},t,n){let{box:o}=this,[a]=e;if(t<o.left-D||t>o.right+D||n<o.top||n>o.bottom)return"";if(a.kind==="heatmap"){let[h,p]=[a.values.length,a.values[0].length],m=Math.floor((n-o.top)/(o.bottom-o.top)*h),u=Math.floor(
(t-o.left)/(o.right-o.left)*p),b=a.values[m]?.[u];if((b??NaN)!==b)return"";let[w,M]=[this.chart.x,this.chart.y].map(({labels:v},k)=>v?.[[u,m][k]]??[u,m][k]);return _(a.hover,{x:w,y:M,z:b})}let l=e.filter(({hover:h,kind:p})=>h&&p!=="band").map(h=>{let p=h.
x.map((u,b)=>Math.abs(this.at("x",u)-t)+(r?0:Math.abs(this.at("y",h.y[b])-n))),m=p.indexOf(Math.min(...p));return{mark:h,at:m,away:p[m]}}),c=({mark:h,at:p})=>_(h.hover,{x:h.x[p],y:h.y[p],customdata:h.details?.[p],text:h.labels?.[p]});if(!l.length)return"";
let d=l.reduce((h,p)=>p.away<h.away?p:h);if(d.away>(r||e.length===1?1/0:D))return"";if(!r)return c(d);let f=d.mark.x[d.at];return[this.chart.x.labels?P(this.chart.x,f):A(f,0),...l.filter(({mark:h,at:p})=>h.x[p]===f).map(h=>`${h.mark.name}: ${c(h)}`)].
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
  border: 1px solid var(--st-border-color); border-radius: 4px; padding: 4px 8px; }`;function $t(i){if(i===0)return"0";if(i>=.005)return A(i,2);let[e,r]=i.toExponential(0).split("e"),t=r.replace("-","⁻").replace(/\d/g,n=>"⁰¹²³⁴⁵⁶⁷⁸⁹"[n]);
return`${F(e)} × 10${t}`}function R(i){let e=g("tr");return e.append(...i),e}function C(i,e,r=""){return Object.assign(g("th",r,i),{scope:e})}function ft(i,e){let r=g("div","wide");return r.tabIndex=0,r.setAttribute("role","region"),r.setAttribute("\
aria-label",i),r.append(e),r}var At={heading:({text:i})=>g("h2","",i),text:({text:i})=>g("p","",i),code:({text:i})=>g("code","",i),markdown({text:i,isSmall:e,isExtra:r}){let t=g("div",["markdown",e&&"small",r&&"extra"].filter(Boolean).join(" "));return t.
append(...W(i)),t},charts({charts:i,diverging:e}){let r=g("div","charts"),t=[];return r.append(...i.map(n=>typeof n=="string"?g("p","",n):(t.push(new Y(e)),t.at(-1).show(n),t.at(-1).element))),r.repaint=()=>t.forEach(n=>n.paint()),r},changes({words:i,
runs:e,place:r}){let t=g("table","changes");return t.append(R([g("td"),...i.map((n,o)=>C(n,"col",o===r?"marked":""))]),...e.map(([n,o])=>R([C(n,"row"),...[...o].map(a=>g("td",a?"other":"same",$t(a)))]))),ft(z("mask#a later word"),t)},table({head:i,rows:e,
isExtra:r}){let t=g("table");t.append(R(i.map(o=>C(o,"col"))),...e.map(([o,...a])=>R([C(o,"row"),...a.map(s=>g("td","",s))])));let n=ft(i.join(", "),t);return n.classList.toggle("extra",!!r),n},translations({runs:i}){let e=g("table","translations"),r=i.
map(([,t])=>t.split(" "));return e.append(...i.map(([t],n)=>{let o=g("td"),a=r[n],s=r.filter((l,c)=>c!==n).map(l=>G(a,l));return o.append(...a.flatMap((l,c)=>[g(s.length&&s.every(d=>d[c])?"mark":"span","",l)," "])),R([C(t,"row"),o])})),e},control({control:i},e){
let r=g("div");return q(r,[i],{change:t=>e("settings",t)}),r}};function Ot(i){let e=parseFloat(getComputedStyle(i).getPropertyValue("--lecture-room")),r=e&&document.querySelector("#lesson > article"),t=i.parts.filter(({kind:n})=>!pt.includes(n)).reduce(
(n,{element:{offsetHeight:o}})=>n+(o&&o+dt),0);for(let{kind:n,element:o}of i.parts)pt.includes(n)&&(r&&t?o.style.setProperty("--lecture-room",`${e-t}px`):o.style.removeProperty("--lecture-room"),o.repaint?.())}function jt({data:i,parentElement:e,setTriggerValue:r}){
K(e,St);let t=e.querySelector(".sheet");t.parts??=[],t.sizes||(t.sizes=new ResizeObserver(()=>Ot(t)),t.sizes.observe(t)),t.parts=i.parts.map((s,l)=>{let c=t.parts[l];if(s.kind!=="matrices")return{kind:s.kind,element:At[s.kind](s,r)};let d=c?.kind==="\
matrices"?c.element:g("div"),f=c?.kind==="matrices"?c.show:U(Et,"matrices",d);return{kind:"matrices",element:d,show:f,packed:s.packed}});let n=t.getRootNode().activeElement,o=[...t.querySelectorAll("select")].indexOf(n),a=t.parts.map(({element:s})=>s);
for(a.forEach((s,l)=>{t.children[l]!==s&&t.insertBefore(s,t.children[l]??null)});t.children.length>a.length;)t.lastChild.remove();for(let{show:s,packed:l}of t.parts)s?.(l);o>=0&&t.querySelectorAll("select")[o]?.focus(),t.dataset.painted=i.painted}export{jt as default};
