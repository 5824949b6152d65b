// Made of edition/, engine/, sheet/, host/ and shared/ by "npm run build": change those, not this.
import{a as U,c as K,d as ot,e as F}from"./chunk-2VHBUKAL.js";import{b as S,d as Q,e as tt,f as O,i as et,l as nt,m as $,n as st,v as D,w as G,x as rt}from"./chunk-NJ4XOKQL.js";import{a as V}from"./chunk-ZSTIFGA7.js";import{a as g}from"./chunk-S5JOKDF5.js";
import{w as q}from"./chunk-SUIDTIRP.js";import{default as at}from"../bundles/matrices.js";var it=r=>import(new URL(`../bundles/${r}.js`,import.meta.url));function $t(r){let[e,s,t]=r.map(n=>n/255<=.04045?n/255/12.92:((n/255+.055)/1.055)**2.4);return .2126*e+.7152*s+.0722*t}var lt=r=>$t(r)>.179?"#000000":"#ffffff";var zt="http://www.w3.org/2000/svg";var At={dot:"3 3",dash:"8 5"},Ot={square:[[-1,-1],[1,-1],[1,1],[-1,1]],diamond:[[0,-1.3],[1.3,0],[0,1.3],[-1.3,0]],"triangle-up":[[-1.1,.9],[0,-1.1],[1.1,.9]],x:[[-1,-.5],[-.5,-1],[0,-.5],[.5,-1],[1,-.5],[.5,0],[1,.5],[.5,1],[0,.5],[-.5,1],[-1,.5],[-.5,
0]]};function x(r,e={},...s){let t=document.createElementNS(zt,r);for(let[n,o]of Object.entries(e))t.setAttribute(n,o);return t.append(...s),t}var T=(r,e)=>Array.isArray(r)?r[e]:r;function ct({kind:r,across:e,places:s,values:t,low:n,high:o,...a},i){return r===
"band"?i==="x"?a.x:[...n,...o]:r!=="bars"?a[i].filter(l=>l!==null):i==="x"==!!e?[0,...t]:s.flatMap(l=>[l-.5,l+.5])}function ht(r,e,s){let t=s/13,n=x("g",{opacity:e.line?e.opacity??1:1}),o=e.x.map((a,i)=>a===null||e.y[i]===null?null:[r.at("x",a),r.at(
"y",e.y[i])]);return e.line&&n.append(x("path",{fill:"none",stroke:e.colour,d:o.map((a,i)=>a&&`${o[i-1]?"L":"M"}${a}`).join(""),"stroke-width":e.line*t,"stroke-dasharray":At[e.dash]??"none"})),o.forEach((a,i)=>{a&&e.marker&&n.append(Tt(e,i,a,e.marker*
t/2))}),n}function Tt({symbol:r="circle",colour:e,line:s,opacity:t=1},n,[o,a],i){let[l,c]=T(r,n).split("-open"),f=T(e,n),m=Ot[l],h={opacity:s?1:t,...c===void 0?{fill:f}:{fill:"none",stroke:f,"stroke-width":i/2.5}};return m?x("polygon",{...h,points:m.
map(([p,d])=>[o+p*i,a+d*i]).join(" ")}):x("circle",{...h,cx:o,cy:a,r:i})}function jt({labels:r,side:e,marker:s=0,labelSize:t=13},n,[o,a],i){let[l,c]=T(e,n).split(" "),f=(s/2+4)*i,m=t*i,h=.55*m*r[n].length,p=l==="middle"?f:0,d=o+({left:-h-p,right:p}[c]??
-h/2),u=a+({top:-f,bottom:f+m*.8}[l]??m*.35);return{left:d,right:d+h,top:u-m*.8,base:u,size:m}}function pt(r,e,s){let t=[],n=[],o=r.box.right+s,a=({labelSize:i=13})=>i;for(let i of[...e].reverse().sort((l,c)=>a(c)-a(l)))!i.side||!i.labels?.length||i.
x.forEach((l,c)=>{let f=[r.at("x",l),r.at("y",i.y[c])],m=jt(i,c,f,s/13),h=Math.max(0,m.right-o),[p,d]=[m.left-h,m.right-h];t.some(u=>p<u.right&&d>u.left&&m.top<u.base&&m.base>u.top)||(t.push({...m,left:p,right:d}),n.push(x("text",{"font-size":m.size,
x:(p+d)/2,y:m.base,"text-anchor":"middle"},i.labels[c])))});return n}function ft(r,{places:e,values:s,across:t,colour:n,opacity:o=[],labels:a=[],labelsShown:i},l,c){let{box:f}=r,m=l.filter(({kind:y})=>y==="bars"),[h,p]=t?["y","x"]:["x","y"],d=Math.abs(
r.at(h,1)-r.at(h,0))*.8/m.length,u=m.findIndex(y=>y.places===e),b=r.at(p,0);return e.flatMap((y,w)=>{let k=r.at(h,y)-d*m.length/2+d*u,v=r.at(p,s[w]),E={[h]:k,[p]:Math.min(b,v)},[A,P]=t?["height","width"]:["width","height"],I=x("rect",{...E,[A]:d,[P]:Math.
abs(v-b),fill:T(n,w),opacity:o[w]??1});if(!i)return[I];let B=t?{x:Math.min(v+4,f.right),y:k+d/2+c*.35}:{x:k+d/2,y:v-4,"text-anchor":"middle"};return[I,x("text",B,a[w])]})}function mt(r,{x:e,low:s,high:t,colour:n,opacity:o=.18}){let a=i=>e.map((l,c)=>[
r.at("x",l),r.at("y",i[c])]);return x("polygon",{points:[...a(t),...a(s).reverse()].join(" "),fill:n,"fill-opacity":o})}function dt(r,{start:e,end:s,colour:t="#7f8896",width:n=2,gap:o=6},a){let[[i,l],[c,f]]=[e,s].map(([v,E])=>[r.at("x",v),r.at("y",E)]),
m=Math.hypot(c-i,f-l)||1,h=a/13,[p,d]=[(c-i)/m,(f-l)/m],u=8*h,b=[i+p*o,l+d*o],y=[c-p*o,f-d*o],w=[y[0]-p*u,y[1]-d*u],k=v=>[w[0]-v*d*u/2,w[1]+v*p*u/2];return x("g",{},x("line",{x1:b[0],y1:b[1],x2:w[0],y2:w[1],stroke:t,"stroke-width":n*h}),x("polygon",{
points:[y,k(1),k(-1)].join(" "),fill:t}))}var j=r=>$(r,3);function ut({ticks:r=[],labels:e,categories:s},t){return s?.[t]??e?.[r.indexOf(t)]??j(t)}function gt(r){let e=r.map((t,n)=>n).filter(t=>!Number.isNaN(r[t])),s=t=>e.reduce((n,o)=>t(r[o],r[n])?o:n,e[0]);return[s((t,n)=>t>n),s((t,n)=>t<n)]}
function Lt({values:r},e,s){let t=r.flat().map(Math.fround),n=r[0].length,[o,a]=gt(t),i=l=>[[s,Math.floor(l/n)],[e,l%n]].map(([c,f])=>`${c.title} ${ut(c,f)}`.trim()).join(", ");return S("{rows} by {columns} values. Highest: {most} at {top}; lowest: {\
least} at {bottom}.",{rows:r.length,columns:n,most:j(t[o]),top:i(o),least:j(t[a]),bottom:i(a)})}function Nt({name:r,across:e,labels:s,...t},n,o){let[a,i]=e?[t.y,t.x]:[t.x,t.y];if(i.length<2)return"";let[l,c]=gt(i),f=h=>s?.[h]??ut(e?o:n,a[h]),m={series:r,
most:j(i[l]),top:f(l),least:j(i[c]),bottom:f(c)};return r?S("{series}: highest {most} at {top}, lowest {least} at {bottom}.",m):S("Highest {most} at {top}, lowest {least} at {bottom}.",m)}function xt({caption:r="",summary:e,marks:s,x:t,y:n}){if(e)return`${r}\
 ${e}`;if(s[0].kind==="heatmap")return`${r} ${Lt(s[0],t,n)}`;let o=s.filter(({hover:c,inLegend:f=!0})=>c!==null&&f).map(c=>Nt(c,t,n)).filter(Boolean),a=o.length-q,i=o.slice(0,q).join(" ")+(a>0?` ${S("And {count} more.",{count:a})}`:""),l=t.title&&n.title?
S("{y} against {x}",{y:n.title,x:t.title}):t.title||n.title;return`${r} ${l?`${l}. `:""}${i}`.trim()}var Rt=6;function Y(r,e){if(typeof r!="number"||!e)return typeof r=="number"?j(r):r;if(e[0]==="+")return`${r<0?"":"+"}${Y(r,e.slice(1))}`;let s=Number(
e.match(/\d+/)?.[0]??Rt);return e.endsWith("%")?rt(r,s):e.endsWith("f")?O(r,s):$(r,s)}var W=(r,e)=>r.replace(/%\{(\w+)(?:\[(\d+)\])?(?::([^}]*))?\}/g,(s,t,n,o)=>Y(n?e[t][n]:e[t],o)).replaceAll("%%","%");var X=30,Ct=16,Pt=12,It=9,bt=.56;function Bt({log:r,limits:e}){let[s,t]=e.map(n=>r?Math.log10(n):n);return n=>((r?Math.log10(n):n)-s)/(t-s)}function yt({limits:r,fromZero:e,log:s},t,n){if(r)return r;let[o,a]=[G(t),D(t)];if(s)return[o/1.3,a*1.3];let i=(a-
o||1)*n;return[e||o===0?Math.min(o,0):o-i,a+i]}function wt({ticks:r,step:e,log:s},[t,n],o){if(r)return r;let[a,i]=[Math.min(t,n),Math.max(t,n)];if(s){let h=Math.ceil(Math.log10(a)),p=Math.floor(Math.log10(i))-h+1,d=Math.ceil(p/Math.max(1,o));return Array.
from({length:Math.ceil(p/d)},(u,b)=>10**(h+b*d))}let l=(i-a)/o,c=10**Math.floor(Math.log10(l)),f=e??c*[1,2,5,10].find(h=>h*c>=l),m=Math.ceil(a/f);return Array.from({length:Math.floor(i/f)-m+1},(h,p)=>Number(((m+p)*f).toPrecision(12)))}var N=({ticks:r,
labels:e,format:s,labelled:t},n)=>t===!1?"":e?.[r.indexOf(n)]??(s==="power"?st(Math.round(Math.log10(n))):s?Y(n,s):Math.abs(n)>=1e3?tt(n):$(n,4));function Mt(r){let e=r.map(s=>[1,3,5].map(t=>parseInt(s.slice(t,t+2),16)));return s=>{let t=Math.min(Math.
max(s,0),1)*(r.length-1),n=Math.min(Math.floor(t),r.length-2);return e[n].map((o,a)=>Math.round(o+(e[n+1][a]-o)*(t-n)))}}function vt({values:r,least:e,most:s},t){let n=g("canvas");[n.width,n.height]=[r[0].length,r.length];let o=n.getContext("2d"),a=o.
createImageData(n.width,n.height);return r.flat().forEach((i,l)=>{i===null||Number.isNaN(i)||a.data.set([...t((i-e)/(s-e)),255],4*l)}),o.putImageData(a,0,0),n.toDataURL()}var _=class{constructor(e,s){Object.assign(this,{diverging:e,ink:s,element:g("f\
igure","chart")}),this.tip=g("div","tip"),this.tip.hidden=!0,this.element.addEventListener("pointermove",t=>this.point(t)),this.element.addEventListener("pointerdown",t=>this.point(t)),this.element.addEventListener("pointerleave",()=>{this.tip.hidden=
!0}),new ResizeObserver(()=>this.paint()).observe(this.element)}show(e){let{categories:s}=e.y,t=s?{...e.y,ticks:[...s.keys()],labels:s,grid:!1}:e.y;this.chart={...e,y:t},this.paint()}paint(){let{chart:e,element:s}=this,t=s.clientWidth;if(!e||!t)return;
let n=getComputedStyle(s),o=parseFloat(n.fontSize),a=[...s.parentElement.children].filter(({offsetLeft:M})=>M===s.offsetLeft).length,i=parseFloat(n.getPropertyValue("--lecture-room")),l=Math.round(i?i/a-Ct:e.height),c=e.marks[0].kind==="heatmap"?e.marks[0]:
null,f=M=>e.marks.flatMap(z=>ct(z,M)),m=c?0:e.marks.some(({side:M})=>M)?.12:.05,h=M=>[-.5,M-.5];this.limits={x:yt(e.x,c?h(c.values[0].length):f("x"),m),y:yt(e.y,c?h(c.values.length):f("y"),m)};let p=this.legend(e);s.replaceChildren(...p?[p]:[]);let d=p?.
offsetHeight??(c?.bar?.above?o*4.2:0),u=e.x.visible!==!1,b=u&&e.y.visible!==!1,y={x:u?wt(e.x,this.limits.x,t/(5*o)):[],y:b?wt(e.y,this.limits.y,l/(4*o)):[]},w=M=>.6*o*Math.max(0,...M.map(({length:z})=>z)),k=y.x.map(M=>N(e.x,M)),v=w(y.y.map(M=>N(e.y,M)));
this.shrunk=Math.min(1,Math.max(.8,.4*t/v));let E=b?v*this.shrunk+o*(e.y.title?2.4:1):8;this.isUpright=u&&w([k.join("  ")])>(t-E)*.95;let A=Math.ceil(1.1*o*k.length/(t-E));this.isUpright&&(y.x=y.x.filter((M,z)=>z%A===0));let P=this.isUpright?w(k):o,I=e.
notes?.some(({yShare:M,sideY:z})=>M&&z==="bottom"),B={left:E,top:d+o*(I?2:.8),right:t-(!c?.bar||c.bar.above?o*1.2:o*2.4+w(c.bar.ticks.map(M=>$(M,4)))),bottom:l-(u?o*(e.x.title?2.6:1)+P:8)};this.below=P,e.sameScale&&this.keepScale(B),this.box=B;let J=x(
"svg",{width:t,height:l,role:"img","aria-label":e.alt??xt(e)});J.append(...this.frame(e,y,o),...this.marks(e,o),...this.notes(e,o),...c?.bar?this.colourBar(c,o):[]),s.append(J,this.tip),s.style.height=`${l}px`}keepScale(e){let{x:s,y:t}=this.limits,[n,
o]=[s[1]-s[0],t[1]-t[0]],a=Math.min((e.right-e.left)/n,(e.bottom-e.top)/o),[i,l]=[(e.left+e.right)/2,(e.top+e.bottom)/2];Object.assign(e,{left:i-a*n/2,right:i+a*n/2,top:l-a*o/2,bottom:l+a*o/2})}at(e,s){let{box:t,chart:n}=this,o=Bt({log:n[e].log,limits:this.
limits[e]})(s);return e==="x"?t.left+o*(t.right-t.left):t.bottom-o*(t.bottom-t.top)}frame({x:e,y:s,background:t},n,o){let{box:a}=this,i=[];t&&i.push(x("rect",{x:a.left,y:a.top,fill:t[0],width:a.right-a.left,height:a.bottom-a.top,"fill-opacity":t[1]}));
let l=(p,d)=>x("line",{...p,class:d?"zero":"grid"});for(let p of n.x){let d=this.at("x",p);e.grid!==!1&&i.push(l({x1:d,x2:d,y1:a.top,y2:a.bottom}));let u=a.bottom+o*(this.isUpright?.5:1.3);i.push(x("text",this.isUpright?{"text-anchor":"end",transform:`\
translate(${d+o*.35} ${u}) rotate(-90)`}:{x:d,y:u,"text-anchor":"middle"},N(e,p)))}let c=(a.bottom-a.top)/(s.categories?.length??s.labels?.length??1);for(let p of n.y){let d=this.at("y",p);s.grid!==!1&&i.push(l({x1:a.left,x2:a.right,y1:d,y2:d},p===0&&
s.zero!=="none")),i.push(x("text",{x:a.left-6,y:d+o*.35,"text-anchor":"end","font-size":Math.min(o*this.shrunk,c)},N(s,p)))}let f=[(a.left+a.right)/2,(a.top+a.bottom)/2],m=.6*o*(e.title??"").length>a.right-a.left;e.title&&e.visible!==!1&&i.push(x("te\
xt",{x:m?a.right:f[0],y:a.bottom+this.below+o*1.9,"text-anchor":m?"end":"middle"},e.title));let h=Math.min(o,(a.bottom-a.top)/(.55*s.title?.length));return s.title&&s.visible!==!1&&i.push(x("text",{"text-anchor":"middle","font-size":h,transform:`tran\
slate(${o} ${f[1]}) rotate(-90)`},s.title)),i}marks({marks:e,rules:s=[],arrows:t=[]},n){let{box:o}=this,a=[];for(let i of e){if(i.kind==="heatmap"){let l=this.isDown?i.values:[...i.values].reverse();a.push(x("image",{href:vt({...i,values:l},this.colours(
i)),x:o.left,y:o.top,width:o.right-o.left,height:o.bottom-o.top,preserveAspectRatio:"none",class:"cells"}),...this.cellTexts(i,n));continue}i.kind==="bars"?a.push(...ft(this,i,e,n)):a.push(i.kind==="band"?mt(this,i):ht(this,i,n))}return[...a,...pt(this,
e,n),...s.map(i=>this.rule(i,n)),...t.map(i=>dt(this,i,n))]}get isDown(){return this.limits.y[0]>this.limits.y[1]}cellTexts(e,s){let{box:t}=this,{values:n,texts:o=[],textSize:a=13,least:i,most:l}=e,c=this.colours(e),f=(t.right-t.left)/n[0].length,m=(t.
bottom-t.top)/n.length,h=D(o.flat().map(({length:d})=>d)),p=Math.max(It,Math.min(a*s/13,.8*m,f/(bt*h)));return o.flatMap((d,u)=>d.map((b,y)=>{let w=x("text",{"font-size":p,"text-anchor":"middle",x:this.at("x",y),y:this.at("y",u)+p*.35},et(b,Math.floor(
f/(bt*p))));return w.style.fill=lt(c(((n[u][y]??i)-i)/(l-i))),w}))}rule({axis:e,at:s,row:t,colour:n="#7f8896",width:o=1.5},a){let{box:i}=this,l={stroke:n,"stroke-width":o*a/13};if(t!==void 0){let m=[t-.5,t+.5].map(d=>this.at("y",d)),[h,p]=[G(m),D(m)];
return x("rect",{x:i.left,width:i.right-i.left,y:h,height:p-h,fill:"none",...l})}let c=this.at(e,s),f=e==="x"?{x1:c,x2:c,y1:i.top,y2:i.bottom}:{x1:i.left,x2:i.right,y1:c,y2:c};return x("line",{...f,...l,"stroke-dasharray":"3 3"})}notes({notes:e=[]},s){
let{box:t}=this,n={left:"start",right:"end"},o=s/13;return e.map(({text:a,x:i,y:l,xShare:c,yShare:f,shiftX:m=0,sideX:h,sideY:p,size:d=13,colour:u})=>{let b=x("text",{"font-size":d*o,"text-anchor":n[h]??"middle",x:(c?t.left+i*(t.right-t.left)+4:this.at(
"x",i))+m*o,y:(f?t.bottom-l*(t.bottom-t.top):this.at("y",l))+({bottom:-.4,top:1}[p]??.35)*d*o},a);return u&&(b.style.fill=u),b})}colours({palette:e}){let s=getComputedStyle(this.element).colorScheme.includes("dark")?"dark":"light";if(e==="weight")return Mt(
this.ink[s]);let t=this.diverging[s];return Mt(e==="below zero"?t.slice(0,3):t)}colourBar(e,s){let{box:t}=this,{ticks:n,title:o,above:a}=e.bar,i=this.colours(e),l=Array.from({length:64},(p,d)=>d/63),c=[],f=vt({least:0,most:1,values:a?[l]:l.map(p=>[1-
p])},i),m=Pt*s/13,h=a?{x:t.left,y:s*1.6,width:t.right-t.left,height:m}:{x:t.right+10,y:t.top,width:m,height:t.bottom-t.top};return c.push(x("image",{href:f,...h,preserveAspectRatio:"none"})),n.forEach(p=>{let d=(p-e.least)/(e.most-e.least);c.push(a?x(
"text",{x:h.x+d*h.width,y:h.y+m+s,"text-anchor":"middle"},$(p,4)):x("text",{x:h.x+m+5,y:h.y+(1-d)*h.height+s*.35},$(p,4)))}),o&&c.push(x("text",{x:t.left,y:s},o)),c}legend({legend:e,marks:s}){if(!e)return null;let t=g("figcaption","legend"),n=s.filter(
({kind:o,name:a,inLegend:i=!0})=>o!=="band"&&a&&i);return t.append(g("span","",e),...n.map(({kind:o,name:a,colour:i,opacity:l=1})=>{let c=g("span"),f=g("i");return Object.assign(f.style,{background:T(i,0),opacity:o==="bars"?1:l}),c.append(f,a),c})),t}point({
clientX:e,clientY:s}){let{chart:t,tip:n,element:o,box:a}=this,i=o.getBoundingClientRect(),[l,c]=[e-i.left,s-i.top],f=t&&a?this.textAt(t,l,c):"";if(n.hidden=!f,!f)return;n.textContent=f;let m=l>i.width/2;Object.assign(n.style,{left:m?"":`${l+12}px`,top:`${c+
12}px`,right:m?`${i.width-l+12}px`:""})}textAt({marks:e,hoverTogether:s},t,n){let{box:o}=this,[a]=e;if(t<o.left-X||t>o.right+X||n<o.top||n>o.bottom)return"";if(a.kind==="heatmap"){let[h,p]=[a.values.length,a.values[0].length],d=Math.floor((n-o.top)/(o.
bottom-o.top)*h),u=this.isDown?d:h-1-d,b=Math.floor((t-o.left)/(o.right-o.left)*p),y=a.values[u]?.[b];if((y??NaN)!==y)return"";let[w,k]=[this.chart.x,this.chart.y].map(({labels:E},A)=>E?.[[b,u][A]]??[b,u][A]),v=a.texts?.[u]?.[b];return W(a.hover,{x:w,
y:k,z:y,text:v})}let l=e.filter(({hover:h,kind:p})=>h&&p!=="band").map(h=>{let p=h.x.map((u,b)=>Math.abs(this.at("x",u)-t)+(s?0:Math.abs(this.at("y",h.y[b])-n))),d=p.indexOf(Math.min(...p));return{mark:h,at:d,away:p[d]}}),c=({mark:h,at:p})=>(h.hoverTitle?
`${h.hoverTitle}
`:"")+W(h.hover,{x:h.x[p],y:this.chart.y.labels?.[h.y[p]]??h.y[p],customdata:h.details?.[p],text:h.labels?.[p]});if(!l.length)return"";let f=l.reduce((h,p)=>p.away<h.away?p:h);if(f.away>(s||e.length===1?1/0:X))return"";if(!s)return c(f);let m=f.mark.
x[f.at];return[this.chart.x.labels?N(this.chart.x,m):O(m,0),...l.filter(({mark:h,at:p})=>h.x[p]===m).map(h=>`${h.mark.name}: ${c(h)}`)].join(`
`)}};var H=12,Z=["matrices","charts"],Dt=`@layer parts { .sheet > * { margin: 0 0 ${H}px; }
.sheet > :last-child { margin-bottom: 0; }
.sheet h2 { font-size: 20px; line-height: 28px; margin-top: 24px; }
.sheet p { max-width: 60rem; }
.wide { overflow-x: auto; }
.sheet a { color: var(--st-primary-color); }
.sheet .extra { display: var(--lecture-extra, block); }
.markdown.small { font-size: 14px; opacity: 0.85; }
.sheet > :is(.charts, .columns):not(:first-child) { display: var(--sheet-rest, flex); }
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
.columns { display: flex; flex-wrap: wrap; gap: ${H}px 32px; align-items: start; }
.columns > * { flex: 1 1 min(22rem, 100%); min-width: 0; }
.columns > * > * { margin: 0 0 ${H}px; }
.sheet img { max-width: 100%; height: auto; }
label.named { display: inline-flex; flex-direction: column; gap: 2px; font-size: 14px; }
select { font: inherit; color: inherit; background: var(--st-secondary-background-color);
  border: 1px solid var(--st-border-color); border-radius: 4px; padding: 4px 8px; } }
.sheet > :not(:first-child) { display: var(--sheet-rest, revert-layer); }`,Yt=":host { overflow-x: auto; } p { margin: 0; } a { color: var(--st-primary-color); }";function _t(r){if(r===0)return"0";if(r>=.005)return O(r,2);let[e,s]=r.toExponential(0).
split("e"),t=s.replace("-","⁻").replace(/\d/g,n=>"⁰¹²³⁴⁵⁶⁷⁸⁹"[n]);return`${Q(e)} × 10${t}`}function R(r){let e=g("tr");return e.append(...r),e}function C(r,e,s=""){return Object.assign(g("th",s,r),{scope:e})}function Ht(r){let e=g(
"td");for(let{childNodes:s}of F(r))e.append(...s);return e}function kt(r,e){let s=g("div","wide");return s.tabIndex=0,s.setAttribute("role","region"),s.setAttribute("aria-label",r),s.append(e),s}function Ut(r,e,s){let t=Object.assign(g("a","",r),{href:e});
return/^https?:/.test(e)||t.addEventListener("click",n=>{n.preventDefault(),s("open",e)}),t}var Et=r=>typeof r!="string",St={heading:({text:r})=>g("h2","",r),text:({text:r})=>g("p","",r),code:({text:r})=>g("code","",r),markdown({text:r,isSmall:e,isExtra:s},t){
let n=g("div",["markdown",e&&"small",s&&"extra"].filter(Boolean).join(" "));return n.append(...F(r,(o,a)=>Ut(o,a,t))),n},charts({charts:r,diverging:e,ink:s}){let t=g("div","charts"),n=[];return t.append(...r.map(o=>Et(o)?(n.push(new _(e,s)),n.at(-1).
show(o),n.at(-1).element):g("p","",o))),t.repaint=()=>n.forEach(o=>o.paint()),t.update=o=>{let a=o.length===n.length&&o.every(Et);return a&&n.forEach((i,l)=>i.show(o[l])),a},t},changes({words:r,runs:e,place:s}){let t=g("table","changes");return t.append(
R([g("td"),...r.map((n,o)=>C(n,"col",o===s?"marked":""))]),...e.map(([n,o])=>R([C(n,"row"),...[...o].map(a=>g("td",a?"other":"same",_t(a)))]))),kt(S("mask#a later word"),t)},table({head:r,rows:e,isExtra:s}){let t=g("table");t.append(...r.length?[R(r.
map(o=>C(o,"col")))]:[],...e.map(([o,...a])=>R([C(o,"row"),...a.map(Ht)])));let n=kt(r.join(", "),t);return n.classList.toggle("extra",!!s),n},translations({runs:r}){let e=g("table","translations"),s=r.map(([,t])=>t.split(" "));return e.append(...r.map(
([t],n)=>{let o=g("td"),a=s[n],i=s.filter((l,c)=>c!==n).map(l=>nt(a,l));return o.append(...a.flatMap((l,c)=>[g(i.length&&i.every(f=>f[c])?"mark":"span","",l)," "])),R([C(t,"row"),o])})),e},columns({columns:r},e){let s=g("div","columns"),t=r.map(n=>n.
map(o=>({kind:o.kind,element:St[o.kind](o,e)})));return s.append(...t.map(n=>{let o=g("div");return o.append(...n.map(({element:a})=>a)),o})),s.repaint=()=>t.flat().forEach(({element:n})=>n.repaint?.()),s},html({html:r,style:e}){let s=g("div","html"),
t=s.attachShadow({mode:"open"});t.innerHTML=r;for(let n of t.querySelectorAll("[data-style]"))n.style.cssText=n.dataset.style;return V(t,Yt+e),s},formula({text:r}){let e=g("div","wide");for(let s of ot(r))e.appendChild(g("p")).append(s);return e},image:({
source:r,alt:e})=>Object.assign(g("img"),{src:r,alt:e}),component({name:r,packed:e,data:s,draws:t},n){let o=g("div","component"),i=(t?Promise.resolve({default:t[r]}):it(r)).then(({default:l})=>U(l,r,o,(c,f)=>n("component",{name:r,event:c,value:f})));
return o.repaint=()=>i.then(l=>l(e??s)),o.repaint(),o},control({control:r},e){let s=g("div");return K(s,[r],{change:t=>e("settings",t)}),s}};function qt(r){let e=parseFloat(getComputedStyle(r).getPropertyValue("--lecture-room")),s=document.querySelector(
"#lesson > article"),t=r.parts.findIndex(({kind:o})=>Z.includes(o)),n=r.parts.filter(({kind:o},a)=>!Z.includes(o)&&(s||a<t)).reduce((o,{element:{offsetHeight:a}})=>o+(a&&a+H),0);for(let{kind:o,element:a}of r.parts)Z.includes(o)&&(e&&n?a.style.setProperty(
"--lecture-room",`${e-n}px`):a.style.removeProperty("--lecture-room"),a.repaint?.())}function Ft({data:r,parentElement:e,setTriggerValue:s}){V(e,Dt);let t=e.querySelector(".sheet");t.parts??=[],t.sizes||(t.sizes=new ResizeObserver(()=>qt(t)),t.sizes.
observe(t)),t.parts=r.parts.map((i,l)=>{let c=t.parts[l];if(i.kind==="charts"&&c?.element.update?.(i.charts))return c;if(i.kind!=="matrices")return{kind:i.kind,element:St[i.kind](i,s)};let f=c?.kind==="matrices"?c.element:g("div"),m=c?.kind==="matric\
es"?c.show:U(at,"matrices",f);return{kind:"matrices",element:f,show:m,packed:i.packed}});let n=t.getRootNode().activeElement,o=[...t.querySelectorAll("select")].indexOf(n),a=t.parts.map(({element:i})=>i);for(a.forEach((i,l)=>{t.children[l]!==i&&t.insertBefore(
i,t.children[l]??null)});t.children.length>a.length;)t.lastChild.remove();for(let{show:i,packed:l}of t.parts)i?.(l);o>=0&&t.querySelectorAll("select")[o]?.focus(),t.dataset.painted=r.painted}export{Ft as default};
