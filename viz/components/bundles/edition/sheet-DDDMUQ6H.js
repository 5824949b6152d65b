// Made of edition/, engine/, sheet/, host/ and shared/ by "npm run build": change those, not this.
import{a as U,c as X,d as Q,e as tt}from"./chunk-KGWDC3NO.js";import{b as $,d as Z,e as J,f as O,i as K,l as et,m as E,n as ot,v as D,w as F,x as nt}from"./chunk-KQJ6DN2B.js";import{a as W}from"./chunk-ZSTIFGA7.js";import{a as x}from"./chunk-S5JOKDF5.js";
import{x as q}from"./chunk-WVTZPJ6X.js";import Nt from"../bundles/matrices.js";function kt(s){let[e,r,t]=s.map(o=>o/255<=.04045?o/255/12.92:((o/255+.055)/1.055)**2.4);return .2126*e+.7152*r+.0722*t}var rt=s=>kt(s)>.179?"#000000":"#ffffff";var vt="http://www.w3.org/2000/svg";var $t={dot:"3 3",dash:"8 5"},Et={square:[[-1,-1],[1,-1],[1,1],[-1,1]],diamond:[[0,-1.3],[1.3,0],[0,1.3],[-1.3,0]],"triangle-up":[[-1.1,.9],[0,-1.1],[1.1,.9]],x:[[-1,-.5],[-.5,-1],[0,-.5],[.5,-1],[1,-.5],[.5,0],[1,.5],[.5,1],[0,.5],[-.5,1],[-1,.5],[-.5,
0]]};function g(s,e={},...r){let t=document.createElementNS(vt,s);for(let[o,n]of Object.entries(e))t.setAttribute(o,n);return t.append(...r),t}var T=(s,e)=>Array.isArray(s)?s[e]:s;function st({kind:s,across:e,places:r,values:t,low:o,high:n,...a},i){return s===
"band"?i==="x"?a.x:[...o,...n]:s!=="bars"?a[i].filter(l=>l!==null):i==="x"==!!e?[0,...t]:r.flatMap(l=>[l-.5,l+.5])}function it(s,e,r){let t=r/13,o=g("g",{opacity:e.line?e.opacity??1:1}),n=e.x.map((a,i)=>a===null||e.y[i]===null?null:[s.at("x",a),s.at(
"y",e.y[i])]);return e.line&&o.append(g("path",{fill:"none",stroke:e.colour,d:n.map((a,i)=>a&&`${n[i-1]?"L":"M"}${a}`).join(""),"stroke-width":e.line*t,"stroke-dasharray":$t[e.dash]??"none"})),n.forEach((a,i)=>{a&&e.marker&&o.append(St(e,i,a,e.marker*
t/2))}),o}function St({symbol:s="circle",colour:e,line:r,opacity:t=1},o,[n,a],i){let[l,c]=T(s,o).split("-open"),m=T(e,o),f=Et[l],h={opacity:r?1:t,...c===void 0?{fill:m}:{fill:"none",stroke:m,"stroke-width":i/2.5}};return f?g("polygon",{...h,points:f.
map(([p,d])=>[n+p*i,a+d*i]).join(" ")}):g("circle",{...h,cx:n,cy:a,r:i})}function zt({labels:s,side:e,marker:r=0,labelSize:t=13},o,[n,a],i){let[l,c]=T(e,o).split(" "),m=(r/2+4)*i,f=t*i,h=.55*f*s[o].length,p=l==="middle"?m:0,d=n+({left:-h-p,right:p}[c]??
-h/2),u=a+({top:-m,bottom:m+f*.8}[l]??f*.35);return{left:d,right:d+h,top:u-f*.8,base:u,size:f}}function at(s,e,r){let t=[],o=[],n=s.box.right+r,a=({labelSize:i=13})=>i;for(let i of[...e].reverse().sort((l,c)=>a(c)-a(l)))!i.side||!i.labels?.length||i.
x.forEach((l,c)=>{let m=[s.at("x",l),s.at("y",i.y[c])],f=zt(i,c,m,r/13),h=Math.max(0,f.right-n),[p,d]=[f.left-h,f.right-h];t.some(u=>p<u.right&&d>u.left&&f.top<u.base&&f.base>u.top)||(t.push({...f,left:p,right:d}),o.push(g("text",{"font-size":f.size,
x:(p+d)/2,y:f.base,"text-anchor":"middle"},i.labels[c])))});return o}function lt(s,{places:e,values:r,across:t,colour:o,opacity:n=[],labels:a=[],labelsShown:i},l,c){let{box:m}=s,f=l.filter(({kind:y})=>y==="bars"),[h,p]=t?["y","x"]:["x","y"],d=Math.abs(
s.at(h,1)-s.at(h,0))*.8/f.length,u=f.findIndex(y=>y.places===e),b=s.at(p,0);return e.flatMap((y,w)=>{let v=s.at(h,y)-d*f.length/2+d*u,k=s.at(p,r[w]),S={[h]:v,[p]:Math.min(b,k)},[z,H]=t?["height","width"]:["width","height"],L=g("rect",{...S,[z]:d,[H]:Math.
abs(k-b),fill:T(o,w),opacity:n[w]??1});if(!i)return[L];let B=t?{x:Math.min(k+4,m.right),y:v+d/2+c*.35}:{x:v+d/2,y:k-4,"text-anchor":"middle"};return[L,g("text",B,a[w])]})}function ct(s,{x:e,low:r,high:t,colour:o,opacity:n=.18}){let a=i=>e.map((l,c)=>[
s.at("x",l),s.at("y",i[c])]);return g("polygon",{points:[...a(t),...a(r).reverse()].join(" "),fill:o,"fill-opacity":n})}function ht(s,{start:e,end:r,colour:t="#7f8896",width:o=2,gap:n=6},a){let[[i,l],[c,m]]=[e,r].map(([k,S])=>[s.at("x",k),s.at("y",S)]),
f=Math.hypot(c-i,m-l)||1,h=a/13,[p,d]=[(c-i)/f,(m-l)/f],u=8*h,b=[i+p*n,l+d*n],y=[c-p*n,m-d*n],w=[y[0]-p*u,y[1]-d*u],v=k=>[w[0]-k*d*u/2,w[1]+k*p*u/2];return g("g",{},g("line",{x1:b[0],y1:b[1],x2:w[0],y2:w[1],stroke:t,"stroke-width":o*h}),g("polygon",{
points:[y,v(1),v(-1)].join(" "),fill:t}))}var j=s=>E(s,3);function pt({ticks:s=[],labels:e,categories:r},t){return r?.[t]??e?.[s.indexOf(t)]??j(t)}function mt(s){let e=s.map((t,o)=>o).filter(t=>!Number.isNaN(s[t])),r=t=>e.reduce((o,n)=>t(s[n],s[o])?n:o,e[0]);return[r((t,o)=>t>o),r((t,o)=>t<o)]}
function At({values:s},e,r){let t=s.flat().map(Math.fround),o=s[0].length,[n,a]=mt(t),i=l=>[[r,Math.floor(l/o)],[e,l%o]].map(([c,m])=>`${c.title} ${pt(c,m)}`.trim()).join(", ");return $("{rows} by {columns} values. Highest: {most} at {top}; lowest: {\
least} at {bottom}.",{rows:s.length,columns:o,most:j(t[n]),top:i(n),least:j(t[a]),bottom:i(a)})}function Ot({name:s,across:e,labels:r,...t},o,n){let[a,i]=e?[t.y,t.x]:[t.x,t.y];if(i.length<2)return"";let[l,c]=mt(i),m=h=>r?.[h]??pt(e?n:o,a[h]),f={series:s,
most:j(i[l]),top:m(l),least:j(i[c]),bottom:m(c)};return s?$("{series}: highest {most} at {top}, lowest {least} at {bottom}.",f):$("Highest {most} at {top}, lowest {least} at {bottom}.",f)}function ft({caption:s="",summary:e,marks:r,x:t,y:o}){if(e)return`${s}\
 ${e}`;if(r[0].kind==="heatmap")return`${s} ${At(r[0],t,o)}`;let n=r.filter(({hover:c,inLegend:m=!0})=>c!==null&&m).map(c=>Ot(c,t,o)).filter(Boolean),a=n.length-q,i=n.slice(0,q).join(" ")+(a>0?` ${$("And {count} more.",{count:a})}`:""),l=t.title&&o.title?
$("{y} against {x}",{y:o.title,x:t.title}):t.title||o.title;return`${s} ${l?`${l}. `:""}${i}`.trim()}function Y(s,e){if(typeof s!="number"||!e)return typeof s=="number"?j(s):s;if(e[0]==="+")return`${s<0?"":"+"}${Y(s,e.slice(1))}`;let r=Number(e[1]);return e.
endsWith("%")?nt(s,r):e.endsWith("f")?O(s,r):E(s,r)}var G=(s,e)=>s.replace(/%\{(\w+)(?:\[(\d+)\])?(?::([^}]*))?\}/g,(r,t,o,n)=>Y(o?e[t][o]:e[t],n)).replaceAll("%%","%");var V=30,Tt=16,jt=12,Rt=9,dt=.56;function Lt({log:s,limits:e}){let[r,t]=e.map(o=>s?Math.log10(o):o);return o=>((s?Math.log10(o):o)-r)/(t-r)}function ut({limits:s,fromZero:e,log:r},t,o){if(s)return s;let[n,a]=[F(t),D(t)];if(r)return[n/1.3,a*1.3];let i=(a-
n||1)*o;return[e||n===0?Math.min(n,0):n-i,a+i]}function xt({ticks:s,step:e,log:r},[t,o],n){if(s)return s;let[a,i]=[Math.min(t,o),Math.max(t,o)];if(r){let h=Math.ceil(Math.log10(a)),p=Math.floor(Math.log10(i))-h+1;return Array.from({length:p},(d,u)=>10**
(h+u))}let l=(i-a)/n,c=10**Math.floor(Math.log10(l)),m=e??c*[1,2,5,10].find(h=>h*c>=l),f=Math.ceil(a/m);return Array.from({length:Math.floor(i/m)-f+1},(h,p)=>Number(((f+p)*m).toPrecision(12)))}var N=({ticks:s,labels:e,format:r,labelled:t},o)=>t===!1?
"":e?.[s.indexOf(o)]??(r==="power"?ot(Math.round(Math.log10(o))):r?Y(o,r):Math.abs(o)>=1e3?J(o):E(o,4));function gt(s){let e=s.map(r=>[1,3,5].map(t=>parseInt(r.slice(t,t+2),16)));return r=>{let t=Math.min(Math.max(r,0),1)*(s.length-1),o=Math.min(Math.
floor(t),s.length-2);return e[o].map((n,a)=>Math.round(n+(e[o+1][a]-n)*(t-o)))}}function bt({values:s,least:e,most:r},t){let o=x("canvas");[o.width,o.height]=[s[0].length,s.length];let n=o.getContext("2d"),a=n.createImageData(o.width,o.height);return s.
flat().forEach((i,l)=>{i===null||Number.isNaN(i)||a.data.set([...t((i-e)/(r-e)),255],4*l)}),n.putImageData(a,0,0),o.toDataURL()}var I=class{constructor(e,r){Object.assign(this,{diverging:e,ink:r,element:x("figure","chart")}),this.tip=x("div","tip"),this.
tip.hidden=!0,this.element.addEventListener("pointermove",t=>this.point(t)),this.element.addEventListener("pointerdown",t=>this.point(t)),this.element.addEventListener("pointerleave",()=>{this.tip.hidden=!0}),new ResizeObserver(()=>this.paint()).observe(
this.element)}show(e){let{categories:r}=e.y,t=r?{...e.y,ticks:[...r.keys()],labels:r,grid:!1}:e.y;this.chart={...e,y:t},this.paint()}paint(){let{chart:e,element:r}=this,t=r.clientWidth;if(!e||!t)return;let o=getComputedStyle(r),n=parseFloat(o.fontSize),
a=[...r.parentElement.children].filter(({offsetLeft:M})=>M===r.offsetLeft).length,i=parseFloat(o.getPropertyValue("--lecture-room")),l=Math.round(i?i/a-Tt:e.height),c=e.marks[0].kind==="heatmap"?e.marks[0]:null,m=M=>e.marks.flatMap(A=>st(A,M)),f=e.marks.
some(({side:M})=>M)?.12:.05;this.limits={x:ut(e.x,c?[]:m("x"),f),y:ut(e.y,c?[]:m("y"),f)};let h=this.legend(e);r.replaceChildren(...h?[h]:[]);let p=h?.offsetHeight??(c?.bar?.above?n*4.2:0),d=e.x.visible!==!1,u=d&&e.y.visible!==!1,b={x:d?xt(e.x,this.limits.
x,t/(5*n)):[],y:u?xt(e.y,this.limits.y,l/(4*n)):[]},y=M=>.6*n*Math.max(0,...M.map(({length:A})=>A)),w=b.x.map(M=>N(e.x,M)),v=y(b.y.map(M=>N(e.y,M)));this.shrunk=Math.min(1,Math.max(.8,.4*t/v));let k=u?v*this.shrunk+n*(e.y.title?2.4:1):8;this.isUpright=
d&&y([w.join("  ")])>(t-k)*.95;let S=Math.ceil(1.1*n*w.length/(t-k));this.isUpright&&(b.x=b.x.filter((M,A)=>A%S===0));let z=this.isUpright?y(w):n,H=e.notes?.some(({yShare:M,sideY:A})=>M&&A==="bottom"),L={left:k,top:p+n*(H?2:.8),right:t-(!c?.bar||c.bar.
above?n*1.2:n*2.4+y(c.bar.ticks.map(M=>E(M,4)))),bottom:l-(d?n*(e.x.title?2.6:1)+z:8)};this.below=z,e.sameScale&&this.keepScale(L),this.box=L;let B=g("svg",{width:t,height:l,role:"img","aria-label":e.alt??ft(e)});B.append(...this.frame(e,b,n),...this.
marks(e,n),...this.notes(e,n),...c?.bar?this.colourBar(c,n):[]),r.append(B,this.tip),r.style.height=`${l}px`}keepScale(e){let{x:r,y:t}=this.limits,[o,n]=[r[1]-r[0],t[1]-t[0]],a=Math.min((e.right-e.left)/o,(e.bottom-e.top)/n),[i,l]=[(e.left+e.right)/2,
(e.top+e.bottom)/2];Object.assign(e,{left:i-a*o/2,right:i+a*o/2,top:l-a*n/2,bottom:l+a*n/2})}at(e,r){let{box:t,chart:o}=this,n=Lt({log:o[e].log,limits:this.limits[e]})(r);return e==="x"?t.left+n*(t.right-t.left):t.bottom-n*(t.bottom-t.top)}frame({x:e,
y:r,background:t},o,n){let{box:a}=this,i=[];t&&i.push(g("rect",{x:a.left,y:a.top,fill:t[0],width:a.right-a.left,height:a.bottom-a.top,"fill-opacity":t[1]}));let l=(p,d)=>g("line",{...p,class:d?"zero":"grid"});for(let p of o.x){let d=this.at("x",p);e.
grid!==!1&&i.push(l({x1:d,x2:d,y1:a.top,y2:a.bottom}));let u=a.bottom+n*(this.isUpright?.5:1.3);i.push(g("text",this.isUpright?{"text-anchor":"end",transform:`translate(${d+n*.35} ${u}) rotate(-90)`}:{x:d,y:u,"text-anchor":"middle"},N(e,p)))}let c=(a.
bottom-a.top)/(r.categories?.length??1);for(let p of o.y){let d=this.at("y",p);r.grid!==!1&&i.push(l({x1:a.left,x2:a.right,y1:d,y2:d},p===0&&r.zero!=="none")),i.push(g("text",{x:a.left-6,y:d+n*.35,"text-anchor":"end","font-size":Math.min(n*this.shrunk,
c)},N(r,p)))}let m=[(a.left+a.right)/2,(a.top+a.bottom)/2],f=.6*n*(e.title??"").length>a.right-a.left;e.title&&e.visible!==!1&&i.push(g("text",{x:f?a.right:m[0],y:a.bottom+this.below+n*1.9,"text-anchor":f?"end":"middle"},e.title));let h=Math.min(n,(a.
bottom-a.top)/(.55*r.title?.length));return r.title&&r.visible!==!1&&i.push(g("text",{"text-anchor":"middle","font-size":h,transform:`translate(${n} ${m[1]}) rotate(-90)`},r.title)),i}marks({marks:e,rules:r=[],arrows:t=[]},o){let{box:n}=this,a=[];for(let i of e){
if(i.kind==="heatmap"){let l=this.isDown?i.values:[...i.values].reverse();a.push(g("image",{href:bt({...i,values:l},this.colours(i)),x:n.left,y:n.top,width:n.right-n.left,height:n.bottom-n.top,preserveAspectRatio:"none",class:"cells"}),...this.cellTexts(
i,o));continue}i.kind==="bars"?a.push(...lt(this,i,e,o)):a.push(i.kind==="band"?ct(this,i):it(this,i,o))}return[...a,...at(this,e,o),...r.map(i=>this.rule(i,o)),...t.map(i=>ht(this,i,o))]}get isDown(){return this.limits.y[0]>this.limits.y[1]}cellTexts(e,r){
let{box:t}=this,{values:o,texts:n=[],textSize:a=13,least:i,most:l}=e,c=this.colours(e),m=(t.right-t.left)/o[0].length,f=(t.bottom-t.top)/o.length,h=D(n.flat().map(({length:d})=>d)),p=Math.max(Rt,Math.min(a*r/13,.8*f,m/(dt*h)));return n.flatMap((d,u)=>d.
map((b,y)=>{let w=g("text",{"font-size":p,"text-anchor":"middle",x:this.at("x",y),y:this.at("y",u)+p*.35},K(b,Math.floor(m/(dt*p))));return w.style.fill=rt(c(((o[u][y]??i)-i)/(l-i))),w}))}rule({axis:e,at:r,row:t,colour:o="#7f8896",width:n=1.5},a){let{
box:i}=this,l={stroke:o,"stroke-width":n*a/13};if(t!==void 0){let f=[t-.5,t+.5].map(d=>this.at("y",d)),[h,p]=[F(f),D(f)];return g("rect",{x:i.left,width:i.right-i.left,y:h,height:p-h,fill:"none",...l})}let c=this.at(e,r),m=e==="x"?{x1:c,x2:c,y1:i.top,
y2:i.bottom}:{x1:i.left,x2:i.right,y1:c,y2:c};return g("line",{...m,...l,"stroke-dasharray":"3 3"})}notes({notes:e=[]},r){let{box:t}=this,o={left:"start",right:"end"},n=r/13;return e.map(({text:a,x:i,y:l,xShare:c,yShare:m,shiftX:f=0,sideX:h,sideY:p,size:d=13,
colour:u})=>{let b=g("text",{"font-size":d*n,"text-anchor":o[h]??"middle",x:(c?t.left+i*(t.right-t.left)+4:this.at("x",i))+f*n,y:(m?t.bottom-l*(t.bottom-t.top):this.at("y",l))+({bottom:-.4,top:1}[p]??.35)*d*n},a);return u&&(b.style.fill=u),b})}colours({
palette:e}){let r=getComputedStyle(this.element).colorScheme.includes("dark")?"dark":"light";if(e==="weight")return gt(this.ink[r]);let t=this.diverging[r];return gt(e==="below zero"?t.slice(0,3):t)}colourBar(e,r){let{box:t}=this,{ticks:o,title:n,above:a}=e.
bar,i=this.colours(e),l=Array.from({length:64},(p,d)=>d/63),c=[],m=bt({least:0,most:1,values:a?[l]:l.map(p=>[1-p])},i),f=jt*r/13,h=a?{x:t.left,y:r*1.6,width:t.right-t.left,height:f}:{x:t.right+10,y:t.top,width:f,height:t.bottom-t.top};return c.push(g(
"image",{href:m,...h,preserveAspectRatio:"none"})),o.forEach(p=>{let d=(p-e.least)/(e.most-e.least);c.push(a?g("text",{x:h.x+d*h.width,y:h.y+f+r,"text-anchor":"middle"},E(p,4)):g("text",{x:h.x+f+5,y:h.y+(1-d)*h.height+r*.35},E(p,4)))}),n&&c.push(g("t\
ext",{x:t.left,y:r},n)),c}legend({legend:e,marks:r}){if(!e)return null;let t=x("figcaption","legend"),o=r.filter(({kind:n,name:a,inLegend:i=!0})=>n!=="band"&&a&&i);return t.append(x("span","",e),...o.map(({kind:n,name:a,colour:i,opacity:l=1})=>{let c=x(
"span"),m=x("i");return Object.assign(m.style,{background:T(i,0),opacity:n==="bars"?1:l}),c.append(m,a),c})),t}point({clientX:e,clientY:r}){let{chart:t,tip:o,element:n,box:a}=this,i=n.getBoundingClientRect(),[l,c]=[e-i.left,r-i.top],m=t&&a?this.textAt(
t,l,c):"";if(o.hidden=!m,!m)return;o.textContent=m;let f=l>i.width/2;Object.assign(o.style,{left:f?"":`${l+12}px`,top:`${c+12}px`,right:f?`${i.width-l+12}px`:""})}textAt({marks:e,hoverTogether:r},t,o){let{box:n}=this,[a]=e;if(t<n.left-V||t>n.right+V||
o<n.top||o>n.bottom)return"";if(a.kind==="heatmap"){let[h,p]=[a.values.length,a.values[0].length],d=Math.floor((o-n.top)/(n.bottom-n.top)*h),u=this.isDown?d:h-1-d,b=Math.floor((t-n.left)/(n.right-n.left)*p),y=a.values[u]?.[b];if((y??NaN)!==y)return"";
let[w,v]=[this.chart.x,this.chart.y].map(({labels:S},z)=>S?.[[b,u][z]]??[b,u][z]),k=a.texts?.[u]?.[b];return G(a.hover,{x:w,y:v,z:y,text:k})}let l=e.filter(({hover:h,kind:p})=>h&&p!=="band").map(h=>{let p=h.x.map((u,b)=>Math.abs(this.at("x",u)-t)+(r?
0:Math.abs(this.at("y",h.y[b])-o))),d=p.indexOf(Math.min(...p));return{mark:h,at:d,away:p[d]}}),c=({mark:h,at:p})=>(h.hoverTitle?`${h.hoverTitle}
`:"")+G(h.hover,{x:h.x[p],y:this.chart.y.labels?.[h.y[p]]??h.y[p],customdata:h.details?.[p],text:h.labels?.[p]});if(!l.length)return"";let m=l.reduce((h,p)=>p.away<h.away?p:h);if(m.away>(r||e.length===1?1/0:V))return"";if(!r)return c(m);let f=m.mark.
x[m.at];return[this.chart.x.labels?N(this.chart.x,f):O(f,0),...l.filter(({mark:h,at:p})=>h.x[p]===f).map(h=>`${h.mark.name}: ${c(h)}`)].join(`
`)}};var _=12,yt=["matrices","charts"],Pt=`.sheet > * { margin: 0 0 ${_}px; }
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
.charts > :first-child:nth-last-child(4), .charts > :first-child:nth-last-child(4) ~ * {
  flex-basis: min(max(22rem, 40%), 100%); }
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
.columns { display: flex; flex-wrap: wrap; gap: ${_}px 32px; align-items: start; }
.columns > * { flex: 1 1 min(22rem, 100%); min-width: 0; }
.columns > * > * { margin: 0 0 ${_}px; }
.sheet img { max-width: 100%; height: auto; }
label.named { display: inline-flex; flex-direction: column; gap: 2px; font-size: 14px; }
select { font: inherit; color: inherit; background: var(--st-secondary-background-color);
  border: 1px solid var(--st-border-color); border-radius: 4px; padding: 4px 8px; }`,Ct=":host { overflow-x: auto; } p { margin: 0; } a { color: var(--st-primary-color); }";function Bt(s){if(s===0)return"0";if(s>=.005)return O(s,2);let[e,r]=s.toExponential(
0).split("e"),t=r.replace("-","⁻").replace(/\d/g,o=>"⁰¹²³⁴⁵⁶⁷⁸⁹"[o]);return`${Z(e)} × 10${t}`}function P(s){let e=x("tr");return e.append(...s),e}function C(s,e,r=""){return Object.assign(x("th",r,s),{scope:e})}function wt(s,e){let r=x(
"div","wide");return r.tabIndex=0,r.setAttribute("role","region"),r.setAttribute("aria-label",s),r.append(e),r}function Dt(s,e,r){let t=Object.assign(x("a","",s),{href:e});return/^https?:/.test(e)||t.addEventListener("click",o=>{o.preventDefault(),r(
"open",e)}),t}var Mt={heading:({text:s})=>x("h2","",s),text:({text:s})=>x("p","",s),code:({text:s})=>x("code","",s),markdown({text:s,isSmall:e,isExtra:r},t){let o=x("div",["markdown",e&&"small",r&&"extra"].filter(Boolean).join(" "));return o.append(...tt(
s,(n,a)=>Dt(n,a,t))),o},charts({charts:s,diverging:e,ink:r}){let t=x("div","charts"),o=[];return t.append(...s.map(n=>typeof n=="string"?x("p","",n):(o.push(new I(e,r)),o.at(-1).show(n),o.at(-1).element))),t.repaint=()=>o.forEach(n=>n.paint()),t},changes({
words:s,runs:e,place:r}){let t=x("table","changes");return t.append(P([x("td"),...s.map((o,n)=>C(o,"col",n===r?"marked":""))]),...e.map(([o,n])=>P([C(o,"row"),...[...n].map(a=>x("td",a?"other":"same",Bt(a)))]))),wt($("mask#a later word"),t)},table({head:s,
rows:e,isExtra:r}){let t=x("table");t.append(P(s.map(n=>C(n,"col"))),...e.map(([n,...a])=>P([C(n,"row"),...a.map(i=>x("td","",i))])));let o=wt(s.join(", "),t);return o.classList.toggle("extra",!!r),o},translations({runs:s}){let e=x("table","translati\
ons"),r=s.map(([,t])=>t.split(" "));return e.append(...s.map(([t],o)=>{let n=x("td"),a=r[o],i=r.filter((l,c)=>c!==o).map(l=>et(a,l));return n.append(...a.flatMap((l,c)=>[x(i.length&&i.every(m=>m[c])?"mark":"span","",l)," "])),P([C(t,"row"),n])})),e},
columns({columns:s},e){let r=x("div","columns"),t=s.map(o=>o.map(n=>({kind:n.kind,element:Mt[n.kind](n,e)})));return r.append(...t.map(o=>{let n=x("div");return n.append(...o.map(({element:a})=>a)),n})),r.repaint=()=>t.flat().forEach(({element:o})=>o.
repaint?.()),r},html({html:s,style:e}){let r=x("div","html"),t=r.attachShadow({mode:"open"});t.innerHTML=s;for(let o of t.querySelectorAll("[data-style]"))o.style.cssText=o.dataset.style;return W(t,Ct+e),r},formula({text:s}){let e=x("div","wide");return e.
append(Q(s)),e},image:({source:s,alt:e})=>Object.assign(x("img"),{src:s,alt:e}),component({name:s,packed:e},r){let t=x("div","component"),n=import(new URL(`../bundles/${s}.js`,import.meta.url)).then(({default:a})=>U(a,s,t,(i,l)=>r("component",{name:s,
event:i,value:l})));return t.repaint=()=>n.then(a=>a(e)),t.repaint(),t},control({control:s},e){let r=x("div");return X(r,[s],{change:t=>e("settings",t)}),r}};function Yt(s){let e=parseFloat(getComputedStyle(s).getPropertyValue("--lecture-room")),r=e&&
document.querySelector("#lesson > article"),t=s.parts.filter(({kind:o})=>!yt.includes(o)).reduce((o,{element:{offsetHeight:n}})=>o+(n&&n+_),0);for(let{kind:o,element:n}of s.parts)yt.includes(o)&&(r&&t?n.style.setProperty("--lecture-room",`${e-t}px`):
n.style.removeProperty("--lecture-room"),n.repaint?.())}function It({data:s,parentElement:e,setTriggerValue:r}){W(e,Pt);let t=e.querySelector(".sheet");t.parts??=[],t.sizes||(t.sizes=new ResizeObserver(()=>Yt(t)),t.sizes.observe(t)),t.parts=s.parts.map(
(i,l)=>{let c=t.parts[l];if(i.kind!=="matrices")return{kind:i.kind,element:Mt[i.kind](i,r)};let m=c?.kind==="matrices"?c.element:x("div"),f=c?.kind==="matrices"?c.show:U(Nt,"matrices",m);return{kind:"matrices",element:m,show:f,packed:i.packed}});let o=t.
getRootNode().activeElement,n=[...t.querySelectorAll("select")].indexOf(o),a=t.parts.map(({element:i})=>i);for(a.forEach((i,l)=>{t.children[l]!==i&&t.insertBefore(i,t.children[l]??null)});t.children.length>a.length;)t.lastChild.remove();for(let{show:i,
packed:l}of t.parts)i?.(l);n>=0&&t.querySelectorAll("select")[n]?.focus(),t.dataset.painted=s.painted}export{It as default};
