// Made of edition/, engine/, sheet/, host/ and shared/ by "npm run build": change those, not this.
import{a as F,c as H,d as X}from"./chunk-2F5GPWTH.js";import{b as E,d as W,e as G,f as O,i as V,l as Z,m as S,n as J,v as B,w as I,x as K}from"./chunk-7RGLIUTK.js";import{a as Q}from"./chunk-ZSTIFGA7.js";import{a as g}from"./chunk-S5JOKDF5.js";
import{w as Y}from"./chunk-XFWI4SHS.js";import Tt from"../bundles/matrices.js";function bt(i){let[e,r,t]=i.map(n=>n/255<=.04045?n/255/12.92:((n/255+.055)/1.055)**2.4);return .2126*e+.7152*r+.0722*t}var tt=i=>bt(i)>.179?"#000000":"#ffffff";var yt="http://www.w3.org/2000/svg";var wt={dot:"3 3",dash:"8 5"},Mt={square:[[-1,-1],[1,-1],[1,1],[-1,1]],diamond:[[0,-1.3],[1.3,0],[0,1.3],[-1.3,0]],"triangle-up":[[-1.1,.9],[0,-1.1],[1.1,.9]],x:[[-1,-.5],[-.5,-1],[0,-.5],[.5,-1],[1,-.5],[.5,0],[1,.5],[.5,1],[0,.5],[-.5,1],[-1,.5],[-.5,
0]]};function x(i,e={},...r){let t=document.createElementNS(yt,i);for(let[n,o]of Object.entries(e))t.setAttribute(n,o);return t.append(...r),t}var T=(i,e)=>Array.isArray(i)?i[e]:i;function et({kind:i,across:e,places:r,values:t,low:n,high:o,...a},s){return i===
"band"?s==="x"?a.x:[...n,...o]:i!=="bars"?a[s].filter(l=>l!==null):s==="x"==!!e?[0,...t]:r.flatMap(l=>[l-.5,l+.5])}function ot(i,e,r){let t=r/13,n=x("g",{opacity:e.line?e.opacity??1:1}),o=e.x.map((a,s)=>a===null||e.y[s]===null?null:[i.at("x",a),i.at(
"y",e.y[s])]);return e.line&&n.append(x("path",{fill:"none",stroke:e.colour,d:o.map((a,s)=>a&&`${o[s-1]?"L":"M"}${a}`).join(""),"stroke-width":e.line*t,"stroke-dasharray":wt[e.dash]??"none"})),o.forEach((a,s)=>{a&&e.marker&&n.append(kt(e,s,a,e.marker*
t/2))}),n}function kt({symbol:i="circle",colour:e,line:r,opacity:t=1},n,[o,a],s){let[l,c]=T(i,n).split("-open"),m=T(e,n),f=Mt[l],h={opacity:r?1:t,...c===void 0?{fill:m}:{fill:"none",stroke:m,"stroke-width":s/2.5}};return f?x("polygon",{...h,points:f.
map(([p,d])=>[o+p*s,a+d*s]).join(" ")}):x("circle",{...h,cx:o,cy:a,r:s})}function vt({labels:i,side:e,marker:r=0,labelSize:t=13},n,[o,a],s){let[l,c]=T(e,n).split(" "),m=(r/2+4)*s,f=t*s,h=.55*f*i[n].length,p=l==="middle"?m:0,d=o+({left:-h-p,right:p}[c]??
-h/2),u=a+({top:-m,bottom:m+f*.8}[l]??f*.35);return{left:d,right:d+h,top:u-f*.8,base:u,size:f}}function nt(i,e,r){let t=[],n=[],o=i.box.right+r,a=({labelSize:s=13})=>s;for(let s of[...e].reverse().sort((l,c)=>a(c)-a(l)))!s.side||!s.labels?.length||s.
x.forEach((l,c)=>{let m=[i.at("x",l),i.at("y",s.y[c])],f=vt(s,c,m,r/13),h=Math.max(0,f.right-o),[p,d]=[f.left-h,f.right-h];t.some(u=>p<u.right&&d>u.left&&f.top<u.base&&f.base>u.top)||(t.push({...f,left:p,right:d}),n.push(x("text",{"font-size":f.size,
x:(p+d)/2,y:f.base,"text-anchor":"middle"},s.labels[c])))});return n}function rt(i,{places:e,values:r,across:t,colour:n,opacity:o=[],labels:a=[],labelsShown:s},l,c){let{box:m}=i,f=l.filter(({kind:y})=>y==="bars"),[h,p]=t?["y","x"]:["x","y"],d=Math.abs(
i.at(h,1)-i.at(h,0))*.8/f.length,u=f.findIndex(y=>y.places===e),b=i.at(p,0);return e.flatMap((y,w)=>{let v=i.at(h,y)-d*f.length/2+d*u,k=i.at(p,r[w]),z={[h]:v,[p]:Math.min(b,k)},[$,L]=t?["height","width"]:["width","height"],M=x("rect",{...z,[$]:d,[L]:Math.
abs(k-b),fill:T(n,w),opacity:o[w]??1});if(!s)return[M];let A=t?{x:Math.min(k+4,m.right),y:v+d/2+c*.35}:{x:v+d/2,y:k-4,"text-anchor":"middle"};return[M,x("text",A,a[w])]})}function st(i,{x:e,low:r,high:t,colour:n,opacity:o=.18}){let a=s=>e.map((l,c)=>[
i.at("x",l),i.at("y",s[c])]);return x("polygon",{points:[...a(t),...a(r).reverse()].join(" "),fill:n,"fill-opacity":o})}function it(i,{start:e,end:r,colour:t="#7f8896",width:n=2,gap:o=6},a){let[[s,l],[c,m]]=[e,r].map(([k,z])=>[i.at("x",k),i.at("y",z)]),
f=Math.hypot(c-s,m-l)||1,h=a/13,[p,d]=[(c-s)/f,(m-l)/f],u=8*h,b=[s+p*o,l+d*o],y=[c-p*o,m-d*o],w=[y[0]-p*u,y[1]-d*u],v=k=>[w[0]-k*d*u/2,w[1]+k*p*u/2];return x("g",{},x("line",{x1:b[0],y1:b[1],x2:w[0],y2:w[1],stroke:t,"stroke-width":n*h}),x("polygon",{
points:[y,v(1),v(-1)].join(" "),fill:t}))}var j=i=>S(i,3);function at({ticks:i=[],labels:e},r){return e?.[i.indexOf(r)]??j(r)}function lt(i){let e=i.map((t,n)=>n).filter(t=>!Number.isNaN(i[t])),r=t=>e.reduce((n,o)=>t(i[o],i[n])?o:n,e[0]);return[r((t,n)=>t>n),r((t,n)=>t<n)]}function zt({values:i},e,r){
let t=i.flat().map(Math.fround),n=i[0].length,[o,a]=lt(t),s=l=>[[r,Math.floor(l/n)],[e,l%n]].map(([c,m])=>`${c.title} ${at(c,m)}`.trim()).join(", ");return E("{rows} by {columns} values. Highest: {most} at {top}; lowest: {least} at {bottom}.",{rows:i.
length,columns:n,most:j(t[o]),top:s(o),least:j(t[a]),bottom:s(a)})}function Et({name:i,x:e,y:r,labels:t},n){if(r.length<2)return"";let[o,a]=lt(r),s=c=>t?.[c]??at(n,e[c]),l={series:i,most:j(r[o]),top:s(o),least:j(r[a]),bottom:s(a)};return i?E("{series\
}: highest {most} at {top}, lowest {least} at {bottom}.",l):E("Highest {most} at {top}, lowest {least} at {bottom}.",l)}function ct({caption:i="",summary:e,marks:r,x:t,y:n}){if(e)return`${i} ${e}`;if(r[0].kind==="heatmap")return`${i} ${zt(r[0],t,n)}`;
let o=r.filter(({hover:c})=>c!==null).map(c=>Et(c,t)).filter(Boolean),a=o.length-Y,s=o.slice(0,Y).join(" ")+(a>0?` ${E("And {count} more.",{count:a})}`:""),l=t.title&&n.title?E("{y} against {x}",{y:n.title,x:t.title}):t.title||n.title;return`${i} ${l?
`${l}. `:""}${s}`.trim()}function _(i,e){if(typeof i!="number"||!e)return typeof i=="number"?j(i):i;let r=Number(e[1]);return e.endsWith("%")?K(i,r):e.endsWith("f")?O(i,r):S(i,r)}var U=(i,e)=>i.replace(/%\{(\w+)(?:\[(\d+)\])?(?::([^}]*))?\}/g,(r,t,n,o)=>_(
n?e[t][n]:e[t],o)).replaceAll("%%","%");var q=30,St=16,$t=12,At=9,ht=.56;function Ot({log:i,limits:e}){let[r,t]=e.map(n=>i?Math.log10(n):n);return n=>((i?Math.log10(n):n)-r)/(t-r)}function pt({limits:i,fromZero:e,log:r},t,n){if(i)return i;let[o,a]=[I(t),B(t)];if(r)return[o/1.3,a*1.3];let s=(a-
o||1)*n;return[e||o===0?Math.min(o,0):o-s,a+s]}function ft({ticks:i,step:e,log:r},[t,n],o){if(i)return i;let[a,s]=[Math.min(t,n),Math.max(t,n)];if(r){let h=Math.ceil(Math.log10(a)),p=Math.floor(Math.log10(s))-h+1;return Array.from({length:p},(d,u)=>10**
(h+u))}let l=(s-a)/o,c=10**Math.floor(Math.log10(l)),m=e??c*[1,2,5,10].find(h=>h*c>=l),f=Math.ceil(a/m);return Array.from({length:Math.floor(s/m)-f+1},(h,p)=>Number(((f+p)*m).toPrecision(12)))}var P=({ticks:i,labels:e,format:r,labelled:t},n)=>t===!1?
"":e?.[i.indexOf(n)]??(r==="power"?J(Math.round(Math.log10(n))):r?_(n,r):Math.abs(n)>=1e3?G(n):S(n,4));function mt(i){let e=i.map(r=>[1,3,5].map(t=>parseInt(r.slice(t,t+2),16)));return r=>{let t=Math.min(Math.max(r,0),1)*(i.length-1),n=Math.min(Math.
floor(t),i.length-2);return e[n].map((o,a)=>Math.round(o+(e[n+1][a]-o)*(t-n)))}}function dt({values:i,least:e,most:r},t){let n=g("canvas");[n.width,n.height]=[i[0].length,i.length];let o=n.getContext("2d"),a=o.createImageData(n.width,n.height);return i.
flat().forEach((s,l)=>{s===null||Number.isNaN(s)||a.data.set([...t((s-e)/(r-e)),255],4*l)}),o.putImageData(a,0,0),n.toDataURL()}var D=class{constructor(e,r){Object.assign(this,{diverging:e,ink:r,element:g("figure","chart")}),this.tip=g("div","tip"),this.
tip.hidden=!0,this.element.addEventListener("pointermove",t=>this.point(t)),this.element.addEventListener("pointerdown",t=>this.point(t)),this.element.addEventListener("pointerleave",()=>{this.tip.hidden=!0}),new ResizeObserver(()=>this.paint()).observe(
this.element)}show(e){this.chart=e,this.paint()}paint(){let{chart:e,element:r}=this,t=r.clientWidth;if(!e||!t)return;let n=getComputedStyle(r),o=parseFloat(n.fontSize),a=[...r.parentElement.children].filter(({offsetLeft:M})=>M===r.offsetLeft).length,
s=parseFloat(n.getPropertyValue("--lecture-room")),l=Math.round(s?s/a-St:e.height),c=e.marks[0].kind==="heatmap"?e.marks[0]:null,m=M=>e.marks.flatMap(A=>et(A,M)),f=e.marks.some(({side:M})=>M)?.12:.05;this.limits={x:pt(e.x,c?[]:m("x"),f),y:pt(e.y,c?[]:
m("y"),f)};let h=this.legend(e);r.replaceChildren(...h?[h]:[]);let p=h?.offsetHeight??(c?.bar?.above?o*4.2:0),d=e.x.visible!==!1,u={x:d?ft(e.x,this.limits.x,t/(5*o)):[],y:d?ft(e.y,this.limits.y,l/(4*o)):[]},b=M=>.6*o*Math.max(0,...M.map(({length:A})=>A)),
y=u.x.map(M=>P(e.x,M)),w=b(u.y.map(M=>P(e.y,M)));this.shrunk=Math.min(1,Math.max(.8,.4*t/w));let v=d?w*this.shrunk+o*(e.y.title?2.4:1):8;this.isUpright=d&&b([y.join("  ")])>(t-v)*.95;let k=Math.ceil(1.1*o*y.length/(t-v));this.isUpright&&(u.x=u.x.filter(
(M,A)=>A%k===0));let z=this.isUpright?b(y):o,$={left:v,top:p+o*.8,right:t-(!c?.bar||c.bar.above?o*1.2:o*2.4+b(c.bar.ticks.map(M=>S(M,4)))),bottom:l-(d?o*(e.x.title?2.6:1)+z:8)};this.below=z,e.sameScale&&this.keepScale($),this.box=$;let L=x("svg",{width:t,
height:l,role:"img","aria-label":e.alt??ct(e)});L.append(...this.frame(e,u,o),...this.marks(e,o),...this.notes(e,o),...c?.bar?this.colourBar(c,o):[]),r.append(L,this.tip),r.style.height=`${l}px`}keepScale(e){let{x:r,y:t}=this.limits,[n,o]=[r[1]-r[0],
t[1]-t[0]],a=Math.min((e.right-e.left)/n,(e.bottom-e.top)/o),[s,l]=[(e.left+e.right)/2,(e.top+e.bottom)/2];Object.assign(e,{left:s-a*n/2,right:s+a*n/2,top:l-a*o/2,bottom:l+a*o/2})}at(e,r){let{box:t,chart:n}=this,o=Ot({log:n[e].log,limits:this.limits[e]})(
r);return e==="x"?t.left+o*(t.right-t.left):t.bottom-o*(t.bottom-t.top)}frame({x:e,y:r,background:t},n,o){let{box:a}=this,s=[];t&&s.push(x("rect",{x:a.left,y:a.top,fill:t[0],width:a.right-a.left,height:a.bottom-a.top,"fill-opacity":t[1]}));let l=(h,p)=>x(
"line",{...h,class:p?"zero":"grid"});for(let h of n.x){let p=this.at("x",h);e.grid!==!1&&s.push(l({x1:p,x2:p,y1:a.top,y2:a.bottom}));let d=a.bottom+o*(this.isUpright?.5:1.3);s.push(x("text",this.isUpright?{"text-anchor":"end",transform:`translate(${p+
o*.35} ${d}) rotate(-90)`}:{x:p,y:d,"text-anchor":"middle"},P(e,h)))}for(let h of n.y){let p=this.at("y",h);r.grid!==!1&&s.push(l({x1:a.left,x2:a.right,y1:p,y2:p},h===0&&r.zero!=="none")),s.push(x("text",{x:a.left-6,y:p+o*.35,"text-anchor":"end","fon\
t-size":o*this.shrunk},P(r,h)))}let c=[(a.left+a.right)/2,(a.top+a.bottom)/2],m=.6*o*(e.title??"").length>a.right-a.left;e.title&&e.visible!==!1&&s.push(x("text",{x:m?a.right:c[0],y:a.bottom+this.below+o*1.9,"text-anchor":m?"end":"middle"},e.title));
let f=Math.min(o,(a.bottom-a.top)/(.55*r.title?.length));return r.title&&r.visible!==!1&&s.push(x("text",{"text-anchor":"middle","font-size":f,transform:`translate(${o} ${c[1]}) rotate(-90)`},r.title)),s}marks({marks:e,rules:r=[],arrows:t=[]},n){let{
box:o}=this,a=[];for(let s of e){if(s.kind==="heatmap"){let l=this.isDown?s.values:[...s.values].reverse();a.push(x("image",{href:dt({...s,values:l},this.colours(s)),x:o.left,y:o.top,width:o.right-o.left,height:o.bottom-o.top,preserveAspectRatio:"non\
e",class:"cells"}),...this.cellTexts(s,n));continue}s.kind==="bars"?a.push(...rt(this,s,e,n)):a.push(s.kind==="band"?st(this,s):ot(this,s,n))}return[...a,...nt(this,e,n),...r.map(s=>this.rule(s,n)),...t.map(s=>it(this,s,n))]}get isDown(){return this.
limits.y[0]>this.limits.y[1]}cellTexts(e,r){let{box:t}=this,{values:n,texts:o=[],textSize:a=13,least:s,most:l}=e,c=this.colours(e),m=(t.right-t.left)/n[0].length,f=(t.bottom-t.top)/n.length,h=B(o.flat().map(({length:d})=>d)),p=Math.max(At,Math.min(a*
r/13,.8*f,m/(ht*h)));return o.flatMap((d,u)=>d.map((b,y)=>{let w=x("text",{"font-size":p,"text-anchor":"middle",x:this.at("x",y),y:this.at("y",u)+p*.35},V(b,Math.floor(m/(ht*p))));return w.style.fill=tt(c(((n[u][y]??s)-s)/(l-s))),w}))}rule({axis:e,at:r,
row:t,colour:n="#7f8896",width:o=1.5},a){let{box:s}=this,l={stroke:n,"stroke-width":o*a/13};if(t!==void 0){let f=[t-.5,t+.5].map(d=>this.at("y",d)),[h,p]=[I(f),B(f)];return x("rect",{x:s.left,width:s.right-s.left,y:h,height:p-h,fill:"none",...l})}let c=this.
at(e,r),m=e==="x"?{x1:c,x2:c,y1:s.top,y2:s.bottom}:{x1:s.left,x2:s.right,y1:c,y2:c};return x("line",{...m,...l,"stroke-dasharray":"3 3"})}notes({notes:e=[]},r){let{box:t}=this,n={left:"start",right:"end"},o=r/13;return e.map(({text:a,x:s,y:l,xShare:c,
yShare:m,shiftX:f=0,sideX:h,sideY:p,size:d=13,colour:u})=>{let b=x("text",{"font-size":d*o,"text-anchor":n[h]??"middle",x:(c?t.left+s*(t.right-t.left)+4:this.at("x",s))+f*o,y:(m?t.bottom-l*(t.bottom-t.top):this.at("y",l))+({bottom:-.4,top:1}[p]??.35)*
d*o},a);return u&&(b.style.fill=u),b})}colours({palette:e}){let r=getComputedStyle(this.element).colorScheme.includes("dark")?"dark":"light";if(e==="weight")return mt(this.ink[r]);let t=this.diverging[r];return mt(e==="below zero"?t.slice(0,3):t)}colourBar(e,r){
let{box:t}=this,{ticks:n,title:o,above:a}=e.bar,s=this.colours(e),l=Array.from({length:64},(p,d)=>d/63),c=[],m=dt({least:0,most:1,values:a?[l]:l.map(p=>[1-p])},s),f=$t*r/13,h=a?{x:t.left,y:r*1.6,width:t.right-t.left,height:f}:{x:t.right+10,y:t.top,width:f,
height:t.bottom-t.top};return c.push(x("image",{href:m,...h,preserveAspectRatio:"none"})),n.forEach(p=>{let d=(p-e.least)/(e.most-e.least);c.push(a?x("text",{x:h.x+d*h.width,y:h.y+f+r,"text-anchor":"middle"},S(p,4)):x("text",{x:h.x+f+5,y:h.y+(1-d)*h.
height+r*.35},S(p,4)))}),o&&c.push(x("text",{x:t.left,y:r},o)),c}legend({legend:e,marks:r}){if(!e)return null;let t=g("figcaption","legend"),n=r.filter(({kind:o,name:a,inLegend:s=!0})=>o!=="band"&&a&&s);return t.append(g("span","",e),...n.map(({kind:o,
name:a,colour:s,opacity:l=1})=>{let c=g("span"),m=g("i");return Object.assign(m.style,{background:T(s,0),opacity:o==="bars"?1:l}),c.append(m,a),c})),t}point({clientX:e,clientY:r}){let{chart:t,tip:n,element:o,box:a}=this,s=o.getBoundingClientRect(),[l,
c]=[e-s.left,r-s.top],m=t&&a?this.textAt(t,l,c):"";if(n.hidden=!m,!m)return;n.textContent=m;let f=l>s.width/2;Object.assign(n.style,{left:f?"":`${l+12}px`,top:`${c+12}px`,right:f?`${s.width-l+12}px`:""})}textAt({marks:e,hoverTogether:r},t,n){let{box:o}=this,
[a]=e;if(t<o.left-q||t>o.right+q||n<o.top||n>o.bottom)return"";if(a.kind==="heatmap"){let[h,p]=[a.values.length,a.values[0].length],d=Math.floor((n-o.top)/(o.bottom-o.top)*h),u=this.isDown?d:h-1-d,b=Math.floor((t-o.left)/(o.right-o.left)*p),y=a.values[u]?.[b];
if((y??NaN)!==y)return"";let[w,v]=[this.chart.x,this.chart.y].map(({labels:z},$)=>z?.[[b,u][$]]??[b,u][$]),k=a.texts?.[u]?.[b];return U(a.hover,{x:w,y:v,z:y,text:k})}let l=e.filter(({hover:h,kind:p})=>h&&p!=="band").map(h=>{let p=h.x.map((u,b)=>Math.
abs(this.at("x",u)-t)+(r?0:Math.abs(this.at("y",h.y[b])-n))),d=p.indexOf(Math.min(...p));return{mark:h,at:d,away:p[d]}}),c=({mark:h,at:p})=>U(h.hover,{x:h.x[p],y:h.y[p],customdata:h.details?.[p],text:h.labels?.[p]});if(!l.length)return"";let m=l.reduce(
(h,p)=>p.away<h.away?p:h);if(m.away>(r||e.length===1?1/0:q))return"";if(!r)return c(m);let f=m.mark.x[m.at];return[this.chart.x.labels?P(this.chart.x,f):O(f,0),...l.filter(({mark:h,at:p})=>h.x[p]===f).map(h=>`${h.mark.name}: ${c(h)}`)].join(`
`)}};var xt=12,ut=["matrices","charts"],jt=`.sheet > * { margin: 0 0 ${xt}px; }
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
  border: 1px solid var(--st-border-color); border-radius: 4px; padding: 4px 8px; }`;function Rt(i){if(i===0)return"0";if(i>=.005)return O(i,2);let[e,r]=i.toExponential(0).split("e"),t=r.replace("-","⁻").replace(/\d/g,n=>"⁰¹²³⁴⁵⁶⁷⁸⁹"[n]);
return`${W(e)} × 10${t}`}function C(i){let e=g("tr");return e.append(...i),e}function N(i,e,r=""){return Object.assign(g("th",r,i),{scope:e})}function gt(i,e){let r=g("div","wide");return r.tabIndex=0,r.setAttribute("role","region"),r.setAttribute("\
aria-label",i),r.append(e),r}var Pt={heading:({text:i})=>g("h2","",i),text:({text:i})=>g("p","",i),code:({text:i})=>g("code","",i),markdown({text:i,isSmall:e,isExtra:r}){let t=g("div",["markdown",e&&"small",r&&"extra"].filter(Boolean).join(" "));return t.
append(...X(i)),t},charts({charts:i,diverging:e,ink:r}){let t=g("div","charts"),n=[];return t.append(...i.map(o=>typeof o=="string"?g("p","",o):(n.push(new D(e,r)),n.at(-1).show(o),n.at(-1).element))),t.repaint=()=>n.forEach(o=>o.paint()),t},changes({
words:i,runs:e,place:r}){let t=g("table","changes");return t.append(C([g("td"),...i.map((n,o)=>N(n,"col",o===r?"marked":""))]),...e.map(([n,o])=>C([N(n,"row"),...[...o].map(a=>g("td",a?"other":"same",Rt(a)))]))),gt(E("mask#a later word"),t)},table({head:i,
rows:e,isExtra:r}){let t=g("table");t.append(C(i.map(o=>N(o,"col"))),...e.map(([o,...a])=>C([N(o,"row"),...a.map(s=>g("td","",s))])));let n=gt(i.join(", "),t);return n.classList.toggle("extra",!!r),n},translations({runs:i}){let e=g("table","translati\
ons"),r=i.map(([,t])=>t.split(" "));return e.append(...i.map(([t],n)=>{let o=g("td"),a=r[n],s=r.filter((l,c)=>c!==n).map(l=>Z(a,l));return o.append(...a.flatMap((l,c)=>[g(s.length&&s.every(m=>m[c])?"mark":"span","",l)," "])),C([N(t,"row"),o])})),e},control({
control:i},e){let r=g("div");return H(r,[i],{change:t=>e("settings",t)}),r}};function Ct(i){let e=parseFloat(getComputedStyle(i).getPropertyValue("--lecture-room")),r=e&&document.querySelector("#lesson > article"),t=i.parts.filter(({kind:n})=>!ut.includes(
n)).reduce((n,{element:{offsetHeight:o}})=>n+(o&&o+xt),0);for(let{kind:n,element:o}of i.parts)ut.includes(n)&&(r&&t?o.style.setProperty("--lecture-room",`${e-t}px`):o.style.removeProperty("--lecture-room"),o.repaint?.())}function Nt({data:i,parentElement:e,
setTriggerValue:r}){Q(e,jt);let t=e.querySelector(".sheet");t.parts??=[],t.sizes||(t.sizes=new ResizeObserver(()=>Ct(t)),t.sizes.observe(t)),t.parts=i.parts.map((s,l)=>{let c=t.parts[l];if(s.kind!=="matrices")return{kind:s.kind,element:Pt[s.kind](s,r)};
let m=c?.kind==="matrices"?c.element:g("div"),f=c?.kind==="matrices"?c.show:F(Tt,"matrices",m);return{kind:"matrices",element:m,show:f,packed:s.packed}});let n=t.getRootNode().activeElement,o=[...t.querySelectorAll("select")].indexOf(n),a=t.parts.map(
({element:s})=>s);for(a.forEach((s,l)=>{t.children[l]!==s&&t.insertBefore(s,t.children[l]??null)});t.children.length>a.length;)t.lastChild.remove();for(let{show:s,packed:l}of t.parts)s?.(l);o>=0&&t.querySelectorAll("select")[o]?.focus(),t.dataset.painted=
i.painted}export{Nt as default};
