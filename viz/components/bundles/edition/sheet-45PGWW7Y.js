// Made of edition/, engine/, sheet/, host/ and shared/ by "npm run build": change those, not this.
import{a as H,c as W,d as Z}from"./chunk-2F5GPWTH.js";import{b as E,d as G,e as V,f as O,i as X,l as J,m as S,n as K,v as D,w as _,x as Q}from"./chunk-5UICV53W.js";import{a as tt}from"./chunk-ZSTIFGA7.js";import{a as g}from"./chunk-S5JOKDF5.js";
import{w as I}from"./chunk-WC4HGXOP.js";import jt from"../bundles/matrices.js";function yt(i){let[e,r,t]=i.map(n=>n/255<=.04045?n/255/12.92:((n/255+.055)/1.055)**2.4);return .2126*e+.7152*r+.0722*t}var et=i=>yt(i)>.179?"#000000":"#ffffff";var wt="http://www.w3.org/2000/svg";var Mt={dot:"3 3",dash:"8 5"},kt={square:[[-1,-1],[1,-1],[1,1],[-1,1]],diamond:[[0,-1.3],[1.3,0],[0,1.3],[-1.3,0]],"triangle-up":[[-1.1,.9],[0,-1.1],[1.1,.9]],x:[[-1,-.5],[-.5,-1],[0,-.5],[.5,-1],[1,-.5],[.5,0],[1,.5],[.5,1],[0,.5],[-.5,1],[-1,.5],[-.5,
0]]};function x(i,e={},...r){let t=document.createElementNS(wt,i);for(let[n,o]of Object.entries(e))t.setAttribute(n,o);return t.append(...r),t}var T=(i,e)=>Array.isArray(i)?i[e]:i;function ot({kind:i,across:e,places:r,values:t,low:n,high:o,...a},s){return i===
"band"?s==="x"?a.x:[...n,...o]:i!=="bars"?a[s].filter(l=>l!==null):s==="x"==!!e?[0,...t]:r.flatMap(l=>[l-.5,l+.5])}function nt(i,e,r){let t=r/13,n=x("g",{opacity:e.line?e.opacity??1:1}),o=e.x.map((a,s)=>a===null||e.y[s]===null?null:[i.at("x",a),i.at(
"y",e.y[s])]);return e.line&&n.append(x("path",{fill:"none",stroke:e.colour,d:o.map((a,s)=>a&&`${o[s-1]?"L":"M"}${a}`).join(""),"stroke-width":e.line*t,"stroke-dasharray":Mt[e.dash]??"none"})),o.forEach((a,s)=>{a&&e.marker&&n.append(vt(e,s,a,e.marker*
t/2))}),n}function vt({symbol:i="circle",colour:e,line:r,opacity:t=1},n,[o,a],s){let[l,c]=T(i,n).split("-open"),f=T(e,n),m=kt[l],h={opacity:r?1:t,...c===void 0?{fill:f}:{fill:"none",stroke:f,"stroke-width":s/2.5}};return m?x("polygon",{...h,points:m.
map(([p,d])=>[o+p*s,a+d*s]).join(" ")}):x("circle",{...h,cx:o,cy:a,r:s})}function zt({labels:i,side:e,marker:r=0,labelSize:t=13},n,[o,a],s){let[l,c]=T(e,n).split(" "),f=(r/2+4)*s,m=t*s,h=.55*m*i[n].length,p=l==="middle"?f:0,d=o+({left:-h-p,right:p}[c]??
-h/2),u=a+({top:-f,bottom:f+m*.8}[l]??m*.35);return{left:d,right:d+h,top:u-m*.8,base:u,size:m}}function rt(i,e,r){let t=[],n=[],o=i.box.right+r,a=({labelSize:s=13})=>s;for(let s of[...e].reverse().sort((l,c)=>a(c)-a(l)))!s.side||!s.labels?.length||s.
x.forEach((l,c)=>{let f=[i.at("x",l),i.at("y",s.y[c])],m=zt(s,c,f,r/13),h=Math.max(0,m.right-o),[p,d]=[m.left-h,m.right-h];t.some(u=>p<u.right&&d>u.left&&m.top<u.base&&m.base>u.top)||(t.push({...m,left:p,right:d}),n.push(x("text",{"font-size":m.size,
x:(p+d)/2,y:m.base,"text-anchor":"middle"},s.labels[c])))});return n}function st(i,{places:e,values:r,across:t,colour:n,opacity:o=[],labels:a=[],labelsShown:s},l,c){let{box:f}=i,m=l.filter(({kind:y})=>y==="bars"),[h,p]=t?["y","x"]:["x","y"],d=Math.abs(
i.at(h,1)-i.at(h,0))*.8/m.length,u=m.findIndex(y=>y.places===e),b=i.at(p,0);return e.flatMap((y,M)=>{let v=i.at(h,y)-d*m.length/2+d*u,k=i.at(p,r[M]),z={[h]:v,[p]:Math.min(b,k)},[A,B]=t?["height","width"]:["width","height"],N=x("rect",{...z,[A]:d,[B]:Math.
abs(k-b),fill:T(n,M),opacity:o[M]??1});if(!s)return[N];let w=t?{x:Math.min(k+4,f.right),y:v+d/2+c*.35}:{x:v+d/2,y:k-4,"text-anchor":"middle"};return[N,x("text",w,a[M])]})}function it(i,{x:e,low:r,high:t,colour:n,opacity:o=.18}){let a=s=>e.map((l,c)=>[
i.at("x",l),i.at("y",s[c])]);return x("polygon",{points:[...a(t),...a(r).reverse()].join(" "),fill:n,"fill-opacity":o})}function at(i,{start:e,end:r,colour:t="#7f8896",width:n=2,gap:o=6},a){let[[s,l],[c,f]]=[e,r].map(([k,z])=>[i.at("x",k),i.at("y",z)]),
m=Math.hypot(c-s,f-l)||1,h=a/13,[p,d]=[(c-s)/m,(f-l)/m],u=8*h,b=[s+p*o,l+d*o],y=[c-p*o,f-d*o],M=[y[0]-p*u,y[1]-d*u],v=k=>[M[0]-k*d*u/2,M[1]+k*p*u/2];return x("g",{},x("line",{x1:b[0],y1:b[1],x2:M[0],y2:M[1],stroke:t,"stroke-width":n*h}),x("polygon",{
points:[y,v(1),v(-1)].join(" "),fill:t}))}var j=i=>S(i,3);function lt({ticks:i=[],labels:e,categories:r},t){return r?.[t]??e?.[i.indexOf(t)]??j(t)}function ct(i){let e=i.map((t,n)=>n).filter(t=>!Number.isNaN(i[t])),r=t=>e.reduce((n,o)=>t(i[o],i[n])?o:n,e[0]);return[r((t,n)=>t>n),r((t,n)=>t<n)]}
function Et({values:i},e,r){let t=i.flat().map(Math.fround),n=i[0].length,[o,a]=ct(t),s=l=>[[r,Math.floor(l/n)],[e,l%n]].map(([c,f])=>`${c.title} ${lt(c,f)}`.trim()).join(", ");return E("{rows} by {columns} values. Highest: {most} at {top}; lowest: {\
least} at {bottom}.",{rows:i.length,columns:n,most:j(t[o]),top:s(o),least:j(t[a]),bottom:s(a)})}function St({name:i,across:e,labels:r,...t},n,o){let[a,s]=e?[t.y,t.x]:[t.x,t.y];if(s.length<2)return"";let[l,c]=ct(s),f=h=>r?.[h]??lt(e?o:n,a[h]),m={series:i,
most:j(s[l]),top:f(l),least:j(s[c]),bottom:f(c)};return i?E("{series}: highest {most} at {top}, lowest {least} at {bottom}.",m):E("Highest {most} at {top}, lowest {least} at {bottom}.",m)}function ht({caption:i="",summary:e,marks:r,x:t,y:n}){if(e)return`${i}\
 ${e}`;if(r[0].kind==="heatmap")return`${i} ${Et(r[0],t,n)}`;let o=r.filter(({hover:c,inLegend:f=!0})=>c!==null&&f).map(c=>St(c,t,n)).filter(Boolean),a=o.length-I,s=o.slice(0,I).join(" ")+(a>0?` ${E("And {count} more.",{count:a})}`:""),l=t.title&&n.title?
E("{y} against {x}",{y:n.title,x:t.title}):t.title||n.title;return`${i} ${l?`${l}. `:""}${s}`.trim()}function U(i,e){if(typeof i!="number"||!e)return typeof i=="number"?j(i):i;let r=Number(e[1]);return e.endsWith("%")?Q(i,r):e.endsWith("f")?O(i,r):S(
i,r)}var q=(i,e)=>i.replace(/%\{(\w+)(?:\[(\d+)\])?(?::([^}]*))?\}/g,(r,t,n,o)=>U(n?e[t][n]:e[t],o)).replaceAll("%%","%");var F=30,$t=16,At=12,Ot=9,pt=.56;function Tt({log:i,limits:e}){let[r,t]=e.map(n=>i?Math.log10(n):n);return n=>((i?Math.log10(n):n)-r)/(t-r)}function ft({limits:i,fromZero:e,log:r},t,n){if(i)return i;let[o,a]=[_(t),D(t)];if(r)return[o/1.3,a*1.3];let s=(a-
o||1)*n;return[e||o===0?Math.min(o,0):o-s,a+s]}function mt({ticks:i,step:e,log:r},[t,n],o){if(i)return i;let[a,s]=[Math.min(t,n),Math.max(t,n)];if(r){let h=Math.ceil(Math.log10(a)),p=Math.floor(Math.log10(s))-h+1;return Array.from({length:p},(d,u)=>10**
(h+u))}let l=(s-a)/o,c=10**Math.floor(Math.log10(l)),f=e??c*[1,2,5,10].find(h=>h*c>=l),m=Math.ceil(a/f);return Array.from({length:Math.floor(s/f)-m+1},(h,p)=>Number(((m+p)*f).toPrecision(12)))}var P=({ticks:i,labels:e,format:r,labelled:t},n)=>t===!1?
"":e?.[i.indexOf(n)]??(r==="power"?K(Math.round(Math.log10(n))):r?U(n,r):Math.abs(n)>=1e3?V(n):S(n,4));function dt(i){let e=i.map(r=>[1,3,5].map(t=>parseInt(r.slice(t,t+2),16)));return r=>{let t=Math.min(Math.max(r,0),1)*(i.length-1),n=Math.min(Math.
floor(t),i.length-2);return e[n].map((o,a)=>Math.round(o+(e[n+1][a]-o)*(t-n)))}}function ut({values:i,least:e,most:r},t){let n=g("canvas");[n.width,n.height]=[i[0].length,i.length];let o=n.getContext("2d"),a=o.createImageData(n.width,n.height);return i.
flat().forEach((s,l)=>{s===null||Number.isNaN(s)||a.data.set([...t((s-e)/(r-e)),255],4*l)}),o.putImageData(a,0,0),n.toDataURL()}var Y=class{constructor(e,r){Object.assign(this,{diverging:e,ink:r,element:g("figure","chart")}),this.tip=g("div","tip"),this.
tip.hidden=!0,this.element.addEventListener("pointermove",t=>this.point(t)),this.element.addEventListener("pointerdown",t=>this.point(t)),this.element.addEventListener("pointerleave",()=>{this.tip.hidden=!0}),new ResizeObserver(()=>this.paint()).observe(
this.element)}show(e){let{categories:r}=e.y,t=r?{...e.y,ticks:[...r.keys()],labels:r,grid:!1}:e.y;this.chart={...e,y:t},this.paint()}paint(){let{chart:e,element:r}=this,t=r.clientWidth;if(!e||!t)return;let n=getComputedStyle(r),o=parseFloat(n.fontSize),
a=[...r.parentElement.children].filter(({offsetLeft:w})=>w===r.offsetLeft).length,s=parseFloat(n.getPropertyValue("--lecture-room")),l=Math.round(s?s/a-$t:e.height),c=e.marks[0].kind==="heatmap"?e.marks[0]:null,f=w=>e.marks.flatMap($=>ot($,w)),m=e.marks.
some(({side:w})=>w)?.12:.05;this.limits={x:ft(e.x,c?[]:f("x"),m),y:ft(e.y,c?[]:f("y"),m)};let h=this.legend(e);r.replaceChildren(...h?[h]:[]);let p=h?.offsetHeight??(c?.bar?.above?o*4.2:0),d=e.x.visible!==!1,u={x:d?mt(e.x,this.limits.x,t/(5*o)):[],y:d?
mt(e.y,this.limits.y,l/(4*o)):[]},b=w=>.6*o*Math.max(0,...w.map(({length:$})=>$)),y=u.x.map(w=>P(e.x,w)),M=b(u.y.map(w=>P(e.y,w)));this.shrunk=Math.min(1,Math.max(.8,.4*t/M));let v=d?M*this.shrunk+o*(e.y.title?2.4:1):8;this.isUpright=d&&b([y.join("  ")])>
(t-v)*.95;let k=Math.ceil(1.1*o*y.length/(t-v));this.isUpright&&(u.x=u.x.filter((w,$)=>$%k===0));let z=this.isUpright?b(y):o,A=e.notes?.some(({yShare:w,sideY:$})=>w&&$==="bottom"),B={left:v,top:p+o*(A?2:.8),right:t-(!c?.bar||c.bar.above?o*1.2:o*2.4+b(
c.bar.ticks.map(w=>S(w,4)))),bottom:l-(d?o*(e.x.title?2.6:1)+z:8)};this.below=z,e.sameScale&&this.keepScale(B),this.box=B;let N=x("svg",{width:t,height:l,role:"img","aria-label":e.alt??ht(e)});N.append(...this.frame(e,u,o),...this.marks(e,o),...this.
notes(e,o),...c?.bar?this.colourBar(c,o):[]),r.append(N,this.tip),r.style.height=`${l}px`}keepScale(e){let{x:r,y:t}=this.limits,[n,o]=[r[1]-r[0],t[1]-t[0]],a=Math.min((e.right-e.left)/n,(e.bottom-e.top)/o),[s,l]=[(e.left+e.right)/2,(e.top+e.bottom)/2];
Object.assign(e,{left:s-a*n/2,right:s+a*n/2,top:l-a*o/2,bottom:l+a*o/2})}at(e,r){let{box:t,chart:n}=this,o=Tt({log:n[e].log,limits:this.limits[e]})(r);return e==="x"?t.left+o*(t.right-t.left):t.bottom-o*(t.bottom-t.top)}frame({x:e,y:r,background:t},n,o){
let{box:a}=this,s=[];t&&s.push(x("rect",{x:a.left,y:a.top,fill:t[0],width:a.right-a.left,height:a.bottom-a.top,"fill-opacity":t[1]}));let l=(p,d)=>x("line",{...p,class:d?"zero":"grid"});for(let p of n.x){let d=this.at("x",p);e.grid!==!1&&s.push(l({x1:d,
x2:d,y1:a.top,y2:a.bottom}));let u=a.bottom+o*(this.isUpright?.5:1.3);s.push(x("text",this.isUpright?{"text-anchor":"end",transform:`translate(${d+o*.35} ${u}) rotate(-90)`}:{x:d,y:u,"text-anchor":"middle"},P(e,p)))}let c=(a.bottom-a.top)/(r.categories?.
length??1);for(let p of n.y){let d=this.at("y",p);r.grid!==!1&&s.push(l({x1:a.left,x2:a.right,y1:d,y2:d},p===0&&r.zero!=="none")),s.push(x("text",{x:a.left-6,y:d+o*.35,"text-anchor":"end","font-size":Math.min(o*this.shrunk,c)},P(r,p)))}let f=[(a.left+
a.right)/2,(a.top+a.bottom)/2],m=.6*o*(e.title??"").length>a.right-a.left;e.title&&e.visible!==!1&&s.push(x("text",{x:m?a.right:f[0],y:a.bottom+this.below+o*1.9,"text-anchor":m?"end":"middle"},e.title));let h=Math.min(o,(a.bottom-a.top)/(.55*r.title?.
length));return r.title&&r.visible!==!1&&s.push(x("text",{"text-anchor":"middle","font-size":h,transform:`translate(${o} ${f[1]}) rotate(-90)`},r.title)),s}marks({marks:e,rules:r=[],arrows:t=[]},n){let{box:o}=this,a=[];for(let s of e){if(s.kind==="he\
atmap"){let l=this.isDown?s.values:[...s.values].reverse();a.push(x("image",{href:ut({...s,values:l},this.colours(s)),x:o.left,y:o.top,width:o.right-o.left,height:o.bottom-o.top,preserveAspectRatio:"none",class:"cells"}),...this.cellTexts(s,n));continue}
s.kind==="bars"?a.push(...st(this,s,e,n)):a.push(s.kind==="band"?it(this,s):nt(this,s,n))}return[...a,...rt(this,e,n),...r.map(s=>this.rule(s,n)),...t.map(s=>at(this,s,n))]}get isDown(){return this.limits.y[0]>this.limits.y[1]}cellTexts(e,r){let{box:t}=this,
{values:n,texts:o=[],textSize:a=13,least:s,most:l}=e,c=this.colours(e),f=(t.right-t.left)/n[0].length,m=(t.bottom-t.top)/n.length,h=D(o.flat().map(({length:d})=>d)),p=Math.max(Ot,Math.min(a*r/13,.8*m,f/(pt*h)));return o.flatMap((d,u)=>d.map((b,y)=>{let M=x(
"text",{"font-size":p,"text-anchor":"middle",x:this.at("x",y),y:this.at("y",u)+p*.35},X(b,Math.floor(f/(pt*p))));return M.style.fill=et(c(((n[u][y]??s)-s)/(l-s))),M}))}rule({axis:e,at:r,row:t,colour:n="#7f8896",width:o=1.5},a){let{box:s}=this,l={stroke:n,
"stroke-width":o*a/13};if(t!==void 0){let m=[t-.5,t+.5].map(d=>this.at("y",d)),[h,p]=[_(m),D(m)];return x("rect",{x:s.left,width:s.right-s.left,y:h,height:p-h,fill:"none",...l})}let c=this.at(e,r),f=e==="x"?{x1:c,x2:c,y1:s.top,y2:s.bottom}:{x1:s.left,
x2:s.right,y1:c,y2:c};return x("line",{...f,...l,"stroke-dasharray":"3 3"})}notes({notes:e=[]},r){let{box:t}=this,n={left:"start",right:"end"},o=r/13;return e.map(({text:a,x:s,y:l,xShare:c,yShare:f,shiftX:m=0,sideX:h,sideY:p,size:d=13,colour:u})=>{let b=x(
"text",{"font-size":d*o,"text-anchor":n[h]??"middle",x:(c?t.left+s*(t.right-t.left)+4:this.at("x",s))+m*o,y:(f?t.bottom-l*(t.bottom-t.top):this.at("y",l))+({bottom:-.4,top:1}[p]??.35)*d*o},a);return u&&(b.style.fill=u),b})}colours({palette:e}){let r=getComputedStyle(
this.element).colorScheme.includes("dark")?"dark":"light";if(e==="weight")return dt(this.ink[r]);let t=this.diverging[r];return dt(e==="below zero"?t.slice(0,3):t)}colourBar(e,r){let{box:t}=this,{ticks:n,title:o,above:a}=e.bar,s=this.colours(e),l=Array.
from({length:64},(p,d)=>d/63),c=[],f=ut({least:0,most:1,values:a?[l]:l.map(p=>[1-p])},s),m=At*r/13,h=a?{x:t.left,y:r*1.6,width:t.right-t.left,height:m}:{x:t.right+10,y:t.top,width:m,height:t.bottom-t.top};return c.push(x("image",{href:f,...h,preserveAspectRatio:"\
none"})),n.forEach(p=>{let d=(p-e.least)/(e.most-e.least);c.push(a?x("text",{x:h.x+d*h.width,y:h.y+m+r,"text-anchor":"middle"},S(p,4)):x("text",{x:h.x+m+5,y:h.y+(1-d)*h.height+r*.35},S(p,4)))}),o&&c.push(x("text",{x:t.left,y:r},o)),c}legend({legend:e,
marks:r}){if(!e)return null;let t=g("figcaption","legend"),n=r.filter(({kind:o,name:a,inLegend:s=!0})=>o!=="band"&&a&&s);return t.append(g("span","",e),...n.map(({kind:o,name:a,colour:s,opacity:l=1})=>{let c=g("span"),f=g("i");return Object.assign(f.
style,{background:T(s,0),opacity:o==="bars"?1:l}),c.append(f,a),c})),t}point({clientX:e,clientY:r}){let{chart:t,tip:n,element:o,box:a}=this,s=o.getBoundingClientRect(),[l,c]=[e-s.left,r-s.top],f=t&&a?this.textAt(t,l,c):"";if(n.hidden=!f,!f)return;n.textContent=
f;let m=l>s.width/2;Object.assign(n.style,{left:m?"":`${l+12}px`,top:`${c+12}px`,right:m?`${s.width-l+12}px`:""})}textAt({marks:e,hoverTogether:r},t,n){let{box:o}=this,[a]=e;if(t<o.left-F||t>o.right+F||n<o.top||n>o.bottom)return"";if(a.kind==="heatma\
p"){let[h,p]=[a.values.length,a.values[0].length],d=Math.floor((n-o.top)/(o.bottom-o.top)*h),u=this.isDown?d:h-1-d,b=Math.floor((t-o.left)/(o.right-o.left)*p),y=a.values[u]?.[b];if((y??NaN)!==y)return"";let[M,v]=[this.chart.x,this.chart.y].map(({labels:z},A)=>z?.[[
b,u][A]]??[b,u][A]),k=a.texts?.[u]?.[b];return q(a.hover,{x:M,y:v,z:y,text:k})}let l=e.filter(({hover:h,kind:p})=>h&&p!=="band").map(h=>{let p=h.x.map((u,b)=>Math.abs(this.at("x",u)-t)+(r?0:Math.abs(this.at("y",h.y[b])-n))),d=p.indexOf(Math.min(...p));
return{mark:h,at:d,away:p[d]}}),c=({mark:h,at:p})=>(h.hoverTitle?`${h.hoverTitle}
`:"")+q(h.hover,{x:h.x[p],y:this.chart.y.labels?.[h.y[p]]??h.y[p],customdata:h.details?.[p],text:h.labels?.[p]});if(!l.length)return"";let f=l.reduce((h,p)=>p.away<h.away?p:h);if(f.away>(r||e.length===1?1/0:F))return"";if(!r)return c(f);let m=f.mark.
x[f.at];return[this.chart.x.labels?P(this.chart.x,m):O(m,0),...l.filter(({mark:h,at:p})=>h.x[p]===m).map(h=>`${h.mark.name}: ${c(h)}`)].join(`
`)}};var bt=12,gt=["matrices","charts"],Rt=`.sheet > * { margin: 0 0 ${bt}px; }
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
label.named { display: inline-flex; flex-direction: column; gap: 2px; font-size: 14px; }
select { font: inherit; color: inherit; background: var(--st-secondary-background-color);
  border: 1px solid var(--st-border-color); border-radius: 4px; padding: 4px 8px; }`;function Nt(i){if(i===0)return"0";if(i>=.005)return O(i,2);let[e,r]=i.toExponential(0).split("e"),t=r.replace("-","⁻").replace(/\d/g,n=>"⁰¹²³⁴⁵⁶⁷⁸⁹"[n]);
return`${G(e)} × 10${t}`}function C(i){let e=g("tr");return e.append(...i),e}function L(i,e,r=""){return Object.assign(g("th",r,i),{scope:e})}function xt(i,e){let r=g("div","wide");return r.tabIndex=0,r.setAttribute("role","region"),r.setAttribute("\
aria-label",i),r.append(e),r}var Pt={heading:({text:i})=>g("h2","",i),text:({text:i})=>g("p","",i),code:({text:i})=>g("code","",i),markdown({text:i,isSmall:e,isExtra:r}){let t=g("div",["markdown",e&&"small",r&&"extra"].filter(Boolean).join(" "));return t.
append(...Z(i)),t},charts({charts:i,diverging:e,ink:r}){let t=g("div","charts"),n=[];return t.append(...i.map(o=>typeof o=="string"?g("p","",o):(n.push(new Y(e,r)),n.at(-1).show(o),n.at(-1).element))),t.repaint=()=>n.forEach(o=>o.paint()),t},changes({
words:i,runs:e,place:r}){let t=g("table","changes");return t.append(C([g("td"),...i.map((n,o)=>L(n,"col",o===r?"marked":""))]),...e.map(([n,o])=>C([L(n,"row"),...[...o].map(a=>g("td",a?"other":"same",Nt(a)))]))),xt(E("mask#a later word"),t)},table({head:i,
rows:e,isExtra:r}){let t=g("table");t.append(C(i.map(o=>L(o,"col"))),...e.map(([o,...a])=>C([L(o,"row"),...a.map(s=>g("td","",s))])));let n=xt(i.join(", "),t);return n.classList.toggle("extra",!!r),n},translations({runs:i}){let e=g("table","translati\
ons"),r=i.map(([,t])=>t.split(" "));return e.append(...i.map(([t],n)=>{let o=g("td"),a=r[n],s=r.filter((l,c)=>c!==n).map(l=>J(a,l));return o.append(...a.flatMap((l,c)=>[g(s.length&&s.every(f=>f[c])?"mark":"span","",l)," "])),C([L(t,"row"),o])})),e},control({
control:i},e){let r=g("div");return W(r,[i],{change:t=>e("settings",t)}),r}};function Ct(i){let e=parseFloat(getComputedStyle(i).getPropertyValue("--lecture-room")),r=e&&document.querySelector("#lesson > article"),t=i.parts.filter(({kind:n})=>!gt.includes(
n)).reduce((n,{element:{offsetHeight:o}})=>n+(o&&o+bt),0);for(let{kind:n,element:o}of i.parts)gt.includes(n)&&(r&&t?o.style.setProperty("--lecture-room",`${e-t}px`):o.style.removeProperty("--lecture-room"),o.repaint?.())}function Lt({data:i,parentElement:e,
setTriggerValue:r}){tt(e,Rt);let t=e.querySelector(".sheet");t.parts??=[],t.sizes||(t.sizes=new ResizeObserver(()=>Ct(t)),t.sizes.observe(t)),t.parts=i.parts.map((s,l)=>{let c=t.parts[l];if(s.kind!=="matrices")return{kind:s.kind,element:Pt[s.kind](s,
r)};let f=c?.kind==="matrices"?c.element:g("div"),m=c?.kind==="matrices"?c.show:H(jt,"matrices",f);return{kind:"matrices",element:f,show:m,packed:s.packed}});let n=t.getRootNode().activeElement,o=[...t.querySelectorAll("select")].indexOf(n),a=t.parts.
map(({element:s})=>s);for(a.forEach((s,l)=>{t.children[l]!==s&&t.insertBefore(s,t.children[l]??null)});t.children.length>a.length;)t.lastChild.remove();for(let{show:s,packed:l}of t.parts)s?.(l);o>=0&&t.querySelectorAll("select")[o]?.focus(),t.dataset.
painted=i.painted}export{Lt as default};
