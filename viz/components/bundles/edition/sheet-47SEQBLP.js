// Made of edition/, engine/, sheet/, host/ and shared/ by "npm run build": change those, not this.
import{a as U,c as Z,d as tt,e as et}from"./chunk-KGWDC3NO.js";import{b as E,d as J,e as K,f as O,i as Q,l as ot,m as $,n as nt,v as D,w as F,x as st}from"./chunk-KQJ6DN2B.js";import{a as V}from"./chunk-ZSTIFGA7.js";import{a as g}from"./chunk-S5JOKDF5.js";
import{x as q}from"./chunk-WVTZPJ6X.js";import Pt from"../bundles/matrices.js";function vt(r){let[e,s,t]=r.map(n=>n/255<=.04045?n/255/12.92:((n/255+.055)/1.055)**2.4);return .2126*e+.7152*s+.0722*t}var rt=r=>vt(r)>.179?"#000000":"#ffffff";var Et="http://www.w3.org/2000/svg";var $t={dot:"3 3",dash:"8 5"},St={square:[[-1,-1],[1,-1],[1,1],[-1,1]],diamond:[[0,-1.3],[1.3,0],[0,1.3],[-1.3,0]],"triangle-up":[[-1.1,.9],[0,-1.1],[1.1,.9]],x:[[-1,-.5],[-.5,-1],[0,-.5],[.5,-1],[1,-.5],[.5,0],[1,.5],[.5,1],[0,.5],[-.5,1],[-1,.5],[-.5,
0]]};function x(r,e={},...s){let t=document.createElementNS(Et,r);for(let[n,o]of Object.entries(e))t.setAttribute(n,o);return t.append(...s),t}var T=(r,e)=>Array.isArray(r)?r[e]:r;function it({kind:r,across:e,places:s,values:t,low:n,high:o,...i},a){return r===
"band"?a==="x"?i.x:[...n,...o]:r!=="bars"?i[a].filter(l=>l!==null):a==="x"==!!e?[0,...t]:s.flatMap(l=>[l-.5,l+.5])}function at(r,e,s){let t=s/13,n=x("g",{opacity:e.line?e.opacity??1:1}),o=e.x.map((i,a)=>i===null||e.y[a]===null?null:[r.at("x",i),r.at(
"y",e.y[a])]);return e.line&&n.append(x("path",{fill:"none",stroke:e.colour,d:o.map((i,a)=>i&&`${o[a-1]?"L":"M"}${i}`).join(""),"stroke-width":e.line*t,"stroke-dasharray":$t[e.dash]??"none"})),o.forEach((i,a)=>{i&&e.marker&&n.append(zt(e,a,i,e.marker*
t/2))}),n}function zt({symbol:r="circle",colour:e,line:s,opacity:t=1},n,[o,i],a){let[l,c]=T(r,n).split("-open"),f=T(e,n),m=St[l],h={opacity:s?1:t,...c===void 0?{fill:f}:{fill:"none",stroke:f,"stroke-width":a/2.5}};return m?x("polygon",{...h,points:m.
map(([p,d])=>[o+p*a,i+d*a]).join(" ")}):x("circle",{...h,cx:o,cy:i,r:a})}function At({labels:r,side:e,marker:s=0,labelSize:t=13},n,[o,i],a){let[l,c]=T(e,n).split(" "),f=(s/2+4)*a,m=t*a,h=.55*m*r[n].length,p=l==="middle"?f:0,d=o+({left:-h-p,right:p}[c]??
-h/2),u=i+({top:-f,bottom:f+m*.8}[l]??m*.35);return{left:d,right:d+h,top:u-m*.8,base:u,size:m}}function lt(r,e,s){let t=[],n=[],o=r.box.right+s,i=({labelSize:a=13})=>a;for(let a of[...e].reverse().sort((l,c)=>i(c)-i(l)))!a.side||!a.labels?.length||a.
x.forEach((l,c)=>{let f=[r.at("x",l),r.at("y",a.y[c])],m=At(a,c,f,s/13),h=Math.max(0,m.right-o),[p,d]=[m.left-h,m.right-h];t.some(u=>p<u.right&&d>u.left&&m.top<u.base&&m.base>u.top)||(t.push({...m,left:p,right:d}),n.push(x("text",{"font-size":m.size,
x:(p+d)/2,y:m.base,"text-anchor":"middle"},a.labels[c])))});return n}function ct(r,{places:e,values:s,across:t,colour:n,opacity:o=[],labels:i=[],labelsShown:a},l,c){let{box:f}=r,m=l.filter(({kind:y})=>y==="bars"),[h,p]=t?["y","x"]:["x","y"],d=Math.abs(
r.at(h,1)-r.at(h,0))*.8/m.length,u=m.findIndex(y=>y.places===e),b=r.at(p,0);return e.flatMap((y,w)=>{let v=r.at(h,y)-d*m.length/2+d*u,k=r.at(p,s[w]),S={[h]:v,[p]:Math.min(b,k)},[z,H]=t?["height","width"]:["width","height"],R=x("rect",{...S,[z]:d,[H]:Math.
abs(k-b),fill:T(n,w),opacity:o[w]??1});if(!a)return[R];let B=t?{x:Math.min(k+4,f.right),y:v+d/2+c*.35}:{x:v+d/2,y:k-4,"text-anchor":"middle"};return[R,x("text",B,i[w])]})}function ht(r,{x:e,low:s,high:t,colour:n,opacity:o=.18}){let i=a=>e.map((l,c)=>[
r.at("x",l),r.at("y",a[c])]);return x("polygon",{points:[...i(t),...i(s).reverse()].join(" "),fill:n,"fill-opacity":o})}function pt(r,{start:e,end:s,colour:t="#7f8896",width:n=2,gap:o=6},i){let[[a,l],[c,f]]=[e,s].map(([k,S])=>[r.at("x",k),r.at("y",S)]),
m=Math.hypot(c-a,f-l)||1,h=i/13,[p,d]=[(c-a)/m,(f-l)/m],u=8*h,b=[a+p*o,l+d*o],y=[c-p*o,f-d*o],w=[y[0]-p*u,y[1]-d*u],v=k=>[w[0]-k*d*u/2,w[1]+k*p*u/2];return x("g",{},x("line",{x1:b[0],y1:b[1],x2:w[0],y2:w[1],stroke:t,"stroke-width":n*h}),x("polygon",{
points:[y,v(1),v(-1)].join(" "),fill:t}))}var j=r=>$(r,3);function ft({ticks:r=[],labels:e,categories:s},t){return s?.[t]??e?.[r.indexOf(t)]??j(t)}function mt(r){let e=r.map((t,n)=>n).filter(t=>!Number.isNaN(r[t])),s=t=>e.reduce((n,o)=>t(r[o],r[n])?o:n,e[0]);return[s((t,n)=>t>n),s((t,n)=>t<n)]}
function Ot({values:r},e,s){let t=r.flat().map(Math.fround),n=r[0].length,[o,i]=mt(t),a=l=>[[s,Math.floor(l/n)],[e,l%n]].map(([c,f])=>`${c.title} ${ft(c,f)}`.trim()).join(", ");return E("{rows} by {columns} values. Highest: {most} at {top}; lowest: {\
least} at {bottom}.",{rows:r.length,columns:n,most:j(t[o]),top:a(o),least:j(t[i]),bottom:a(i)})}function Tt({name:r,across:e,labels:s,...t},n,o){let[i,a]=e?[t.y,t.x]:[t.x,t.y];if(a.length<2)return"";let[l,c]=mt(a),f=h=>s?.[h]??ft(e?o:n,i[h]),m={series:r,
most:j(a[l]),top:f(l),least:j(a[c]),bottom:f(c)};return r?E("{series}: highest {most} at {top}, lowest {least} at {bottom}.",m):E("Highest {most} at {top}, lowest {least} at {bottom}.",m)}function dt({caption:r="",summary:e,marks:s,x:t,y:n}){if(e)return`${r}\
 ${e}`;if(s[0].kind==="heatmap")return`${r} ${Ot(s[0],t,n)}`;let o=s.filter(({hover:c,inLegend:f=!0})=>c!==null&&f).map(c=>Tt(c,t,n)).filter(Boolean),i=o.length-q,a=o.slice(0,q).join(" ")+(i>0?` ${E("And {count} more.",{count:i})}`:""),l=t.title&&n.title?
E("{y} against {x}",{y:n.title,x:t.title}):t.title||n.title;return`${r} ${l?`${l}. `:""}${a}`.trim()}function Y(r,e){if(typeof r!="number"||!e)return typeof r=="number"?j(r):r;if(e[0]==="+")return`${r<0?"":"+"}${Y(r,e.slice(1))}`;let s=Number(e[1]);return e.
endsWith("%")?st(r,s):e.endsWith("f")?O(r,s):$(r,s)}var W=(r,e)=>r.replace(/%\{(\w+)(?:\[(\d+)\])?(?::([^}]*))?\}/g,(s,t,n,o)=>Y(n?e[t][n]:e[t],o)).replaceAll("%%","%");var G=30,jt=16,Lt=12,Rt=9,ut=.56;function Nt({log:r,limits:e}){let[s,t]=e.map(n=>r?Math.log10(n):n);return n=>((r?Math.log10(n):n)-s)/(t-s)}function gt({limits:r,fromZero:e,log:s},t,n){if(r)return r;let[o,i]=[F(t),D(t)];if(s)return[o/1.3,i*1.3];let a=(i-
o||1)*n;return[e||o===0?Math.min(o,0):o-a,i+a]}function xt({ticks:r,step:e,log:s},[t,n],o){if(r)return r;let[i,a]=[Math.min(t,n),Math.max(t,n)];if(s){let h=Math.ceil(Math.log10(i)),p=Math.floor(Math.log10(a))-h+1;return Array.from({length:p},(d,u)=>10**
(h+u))}let l=(a-i)/o,c=10**Math.floor(Math.log10(l)),f=e??c*[1,2,5,10].find(h=>h*c>=l),m=Math.ceil(i/f);return Array.from({length:Math.floor(a/f)-m+1},(h,p)=>Number(((m+p)*f).toPrecision(12)))}var N=({ticks:r,labels:e,format:s,labelled:t},n)=>t===!1?
"":e?.[r.indexOf(n)]??(s==="power"?nt(Math.round(Math.log10(n))):s?Y(n,s):Math.abs(n)>=1e3?K(n):$(n,4));function bt(r){let e=r.map(s=>[1,3,5].map(t=>parseInt(s.slice(t,t+2),16)));return s=>{let t=Math.min(Math.max(s,0),1)*(r.length-1),n=Math.min(Math.
floor(t),r.length-2);return e[n].map((o,i)=>Math.round(o+(e[n+1][i]-o)*(t-n)))}}function yt({values:r,least:e,most:s},t){let n=g("canvas");[n.width,n.height]=[r[0].length,r.length];let o=n.getContext("2d"),i=o.createImageData(n.width,n.height);return r.
flat().forEach((a,l)=>{a===null||Number.isNaN(a)||i.data.set([...t((a-e)/(s-e)),255],4*l)}),o.putImageData(i,0,0),n.toDataURL()}var I=class{constructor(e,s){Object.assign(this,{diverging:e,ink:s,element:g("figure","chart")}),this.tip=g("div","tip"),this.
tip.hidden=!0,this.element.addEventListener("pointermove",t=>this.point(t)),this.element.addEventListener("pointerdown",t=>this.point(t)),this.element.addEventListener("pointerleave",()=>{this.tip.hidden=!0}),new ResizeObserver(()=>this.paint()).observe(
this.element)}show(e){let{categories:s}=e.y,t=s?{...e.y,ticks:[...s.keys()],labels:s,grid:!1}:e.y;this.chart={...e,y:t},this.paint()}paint(){let{chart:e,element:s}=this,t=s.clientWidth;if(!e||!t)return;let n=getComputedStyle(s),o=parseFloat(n.fontSize),
i=[...s.parentElement.children].filter(({offsetLeft:M})=>M===s.offsetLeft).length,a=parseFloat(n.getPropertyValue("--lecture-room")),l=Math.round(a?a/i-jt:e.height),c=e.marks[0].kind==="heatmap"?e.marks[0]:null,f=M=>e.marks.flatMap(A=>it(A,M)),m=e.marks.
some(({side:M})=>M)?.12:.05;this.limits={x:gt(e.x,c?[]:f("x"),m),y:gt(e.y,c?[]:f("y"),m)};let h=this.legend(e);s.replaceChildren(...h?[h]:[]);let p=h?.offsetHeight??(c?.bar?.above?o*4.2:0),d=e.x.visible!==!1,u=d&&e.y.visible!==!1,b={x:d?xt(e.x,this.limits.
x,t/(5*o)):[],y:u?xt(e.y,this.limits.y,l/(4*o)):[]},y=M=>.6*o*Math.max(0,...M.map(({length:A})=>A)),w=b.x.map(M=>N(e.x,M)),v=y(b.y.map(M=>N(e.y,M)));this.shrunk=Math.min(1,Math.max(.8,.4*t/v));let k=u?v*this.shrunk+o*(e.y.title?2.4:1):8;this.isUpright=
d&&y([w.join("  ")])>(t-k)*.95;let S=Math.ceil(1.1*o*w.length/(t-k));this.isUpright&&(b.x=b.x.filter((M,A)=>A%S===0));let z=this.isUpright?y(w):o,H=e.notes?.some(({yShare:M,sideY:A})=>M&&A==="bottom"),R={left:k,top:p+o*(H?2:.8),right:t-(!c?.bar||c.bar.
above?o*1.2:o*2.4+y(c.bar.ticks.map(M=>$(M,4)))),bottom:l-(d?o*(e.x.title?2.6:1)+z:8)};this.below=z,e.sameScale&&this.keepScale(R),this.box=R;let B=x("svg",{width:t,height:l,role:"img","aria-label":e.alt??dt(e)});B.append(...this.frame(e,b,o),...this.
marks(e,o),...this.notes(e,o),...c?.bar?this.colourBar(c,o):[]),s.append(B,this.tip),s.style.height=`${l}px`}keepScale(e){let{x:s,y:t}=this.limits,[n,o]=[s[1]-s[0],t[1]-t[0]],i=Math.min((e.right-e.left)/n,(e.bottom-e.top)/o),[a,l]=[(e.left+e.right)/2,
(e.top+e.bottom)/2];Object.assign(e,{left:a-i*n/2,right:a+i*n/2,top:l-i*o/2,bottom:l+i*o/2})}at(e,s){let{box:t,chart:n}=this,o=Nt({log:n[e].log,limits:this.limits[e]})(s);return e==="x"?t.left+o*(t.right-t.left):t.bottom-o*(t.bottom-t.top)}frame({x:e,
y:s,background:t},n,o){let{box:i}=this,a=[];t&&a.push(x("rect",{x:i.left,y:i.top,fill:t[0],width:i.right-i.left,height:i.bottom-i.top,"fill-opacity":t[1]}));let l=(p,d)=>x("line",{...p,class:d?"zero":"grid"});for(let p of n.x){let d=this.at("x",p);e.
grid!==!1&&a.push(l({x1:d,x2:d,y1:i.top,y2:i.bottom}));let u=i.bottom+o*(this.isUpright?.5:1.3);a.push(x("text",this.isUpright?{"text-anchor":"end",transform:`translate(${d+o*.35} ${u}) rotate(-90)`}:{x:d,y:u,"text-anchor":"middle"},N(e,p)))}let c=(i.
bottom-i.top)/(s.categories?.length??s.labels?.length??1);for(let p of n.y){let d=this.at("y",p);s.grid!==!1&&a.push(l({x1:i.left,x2:i.right,y1:d,y2:d},p===0&&s.zero!=="none")),a.push(x("text",{x:i.left-6,y:d+o*.35,"text-anchor":"end","font-size":Math.
min(o*this.shrunk,c)},N(s,p)))}let f=[(i.left+i.right)/2,(i.top+i.bottom)/2],m=.6*o*(e.title??"").length>i.right-i.left;e.title&&e.visible!==!1&&a.push(x("text",{x:m?i.right:f[0],y:i.bottom+this.below+o*1.9,"text-anchor":m?"end":"middle"},e.title));let h=Math.
min(o,(i.bottom-i.top)/(.55*s.title?.length));return s.title&&s.visible!==!1&&a.push(x("text",{"text-anchor":"middle","font-size":h,transform:`translate(${o} ${f[1]}) rotate(-90)`},s.title)),a}marks({marks:e,rules:s=[],arrows:t=[]},n){let{box:o}=this,
i=[];for(let a of e){if(a.kind==="heatmap"){let l=this.isDown?a.values:[...a.values].reverse();i.push(x("image",{href:yt({...a,values:l},this.colours(a)),x:o.left,y:o.top,width:o.right-o.left,height:o.bottom-o.top,preserveAspectRatio:"none",class:"ce\
lls"}),...this.cellTexts(a,n));continue}a.kind==="bars"?i.push(...ct(this,a,e,n)):i.push(a.kind==="band"?ht(this,a):at(this,a,n))}return[...i,...lt(this,e,n),...s.map(a=>this.rule(a,n)),...t.map(a=>pt(this,a,n))]}get isDown(){return this.limits.y[0]>
this.limits.y[1]}cellTexts(e,s){let{box:t}=this,{values:n,texts:o=[],textSize:i=13,least:a,most:l}=e,c=this.colours(e),f=(t.right-t.left)/n[0].length,m=(t.bottom-t.top)/n.length,h=D(o.flat().map(({length:d})=>d)),p=Math.max(Rt,Math.min(i*s/13,.8*m,f/
(ut*h)));return o.flatMap((d,u)=>d.map((b,y)=>{let w=x("text",{"font-size":p,"text-anchor":"middle",x:this.at("x",y),y:this.at("y",u)+p*.35},Q(b,Math.floor(f/(ut*p))));return w.style.fill=rt(c(((n[u][y]??a)-a)/(l-a))),w}))}rule({axis:e,at:s,row:t,colour:n="\
#7f8896",width:o=1.5},i){let{box:a}=this,l={stroke:n,"stroke-width":o*i/13};if(t!==void 0){let m=[t-.5,t+.5].map(d=>this.at("y",d)),[h,p]=[F(m),D(m)];return x("rect",{x:a.left,width:a.right-a.left,y:h,height:p-h,fill:"none",...l})}let c=this.at(e,s),
f=e==="x"?{x1:c,x2:c,y1:a.top,y2:a.bottom}:{x1:a.left,x2:a.right,y1:c,y2:c};return x("line",{...f,...l,"stroke-dasharray":"3 3"})}notes({notes:e=[]},s){let{box:t}=this,n={left:"start",right:"end"},o=s/13;return e.map(({text:i,x:a,y:l,xShare:c,yShare:f,
shiftX:m=0,sideX:h,sideY:p,size:d=13,colour:u})=>{let b=x("text",{"font-size":d*o,"text-anchor":n[h]??"middle",x:(c?t.left+a*(t.right-t.left)+4:this.at("x",a))+m*o,y:(f?t.bottom-l*(t.bottom-t.top):this.at("y",l))+({bottom:-.4,top:1}[p]??.35)*d*o},i);
return u&&(b.style.fill=u),b})}colours({palette:e}){let s=getComputedStyle(this.element).colorScheme.includes("dark")?"dark":"light";if(e==="weight")return bt(this.ink[s]);let t=this.diverging[s];return bt(e==="below zero"?t.slice(0,3):t)}colourBar(e,s){
let{box:t}=this,{ticks:n,title:o,above:i}=e.bar,a=this.colours(e),l=Array.from({length:64},(p,d)=>d/63),c=[],f=yt({least:0,most:1,values:i?[l]:l.map(p=>[1-p])},a),m=Lt*s/13,h=i?{x:t.left,y:s*1.6,width:t.right-t.left,height:m}:{x:t.right+10,y:t.top,width:m,
height:t.bottom-t.top};return c.push(x("image",{href:f,...h,preserveAspectRatio:"none"})),n.forEach(p=>{let d=(p-e.least)/(e.most-e.least);c.push(i?x("text",{x:h.x+d*h.width,y:h.y+m+s,"text-anchor":"middle"},$(p,4)):x("text",{x:h.x+m+5,y:h.y+(1-d)*h.
height+s*.35},$(p,4)))}),o&&c.push(x("text",{x:t.left,y:s},o)),c}legend({legend:e,marks:s}){if(!e)return null;let t=g("figcaption","legend"),n=s.filter(({kind:o,name:i,inLegend:a=!0})=>o!=="band"&&i&&a);return t.append(g("span","",e),...n.map(({kind:o,
name:i,colour:a,opacity:l=1})=>{let c=g("span"),f=g("i");return Object.assign(f.style,{background:T(a,0),opacity:o==="bars"?1:l}),c.append(f,i),c})),t}point({clientX:e,clientY:s}){let{chart:t,tip:n,element:o,box:i}=this,a=o.getBoundingClientRect(),[l,
c]=[e-a.left,s-a.top],f=t&&i?this.textAt(t,l,c):"";if(n.hidden=!f,!f)return;n.textContent=f;let m=l>a.width/2;Object.assign(n.style,{left:m?"":`${l+12}px`,top:`${c+12}px`,right:m?`${a.width-l+12}px`:""})}textAt({marks:e,hoverTogether:s},t,n){let{box:o}=this,
[i]=e;if(t<o.left-G||t>o.right+G||n<o.top||n>o.bottom)return"";if(i.kind==="heatmap"){let[h,p]=[i.values.length,i.values[0].length],d=Math.floor((n-o.top)/(o.bottom-o.top)*h),u=this.isDown?d:h-1-d,b=Math.floor((t-o.left)/(o.right-o.left)*p),y=i.values[u]?.[b];
if((y??NaN)!==y)return"";let[w,v]=[this.chart.x,this.chart.y].map(({labels:S},z)=>S?.[[b,u][z]]??[b,u][z]),k=i.texts?.[u]?.[b];return W(i.hover,{x:w,y:v,z:y,text:k})}let l=e.filter(({hover:h,kind:p})=>h&&p!=="band").map(h=>{let p=h.x.map((u,b)=>Math.
abs(this.at("x",u)-t)+(s?0:Math.abs(this.at("y",h.y[b])-n))),d=p.indexOf(Math.min(...p));return{mark:h,at:d,away:p[d]}}),c=({mark:h,at:p})=>(h.hoverTitle?`${h.hoverTitle}
`:"")+W(h.hover,{x:h.x[p],y:this.chart.y.labels?.[h.y[p]]??h.y[p],customdata:h.details?.[p],text:h.labels?.[p]});if(!l.length)return"";let f=l.reduce((h,p)=>p.away<h.away?p:h);if(f.away>(s||e.length===1?1/0:G))return"";if(!s)return c(f);let m=f.mark.
x[f.at];return[this.chart.x.labels?N(this.chart.x,m):O(m,0),...l.filter(({mark:h,at:p})=>h.x[p]===m).map(h=>`${h.mark.name}: ${c(h)}`)].join(`
`)}};var _=12,X=["matrices","charts"],Ct=`.sheet > * { margin: 0 0 ${_}px; }
.sheet > :last-child { margin-bottom: 0; }
.sheet > :not(:first-child) { display: var(--sheet-rest, revert-layer); }
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
.columns { display: flex; flex-wrap: wrap; gap: ${_}px 32px; align-items: start; }
.columns > * { flex: 1 1 min(22rem, 100%); min-width: 0; }
.columns > * > * { margin: 0 0 ${_}px; }
.sheet img { max-width: 100%; height: auto; }
label.named { display: inline-flex; flex-direction: column; gap: 2px; font-size: 14px; }
select { font: inherit; color: inherit; background: var(--st-secondary-background-color);
  border: 1px solid var(--st-border-color); border-radius: 4px; padding: 4px 8px; }`,Bt=":host { overflow-x: auto; } p { margin: 0; } a { color: var(--st-primary-color); }";function Dt(r){if(r===0)return"0";if(r>=.005)return O(r,2);let[e,s]=r.toExponential(
0).split("e"),t=s.replace("-","⁻").replace(/\d/g,n=>"⁰¹²³⁴⁵⁶⁷⁸⁹"[n]);return`${J(e)} × 10${t}`}function P(r){let e=g("tr");return e.append(...r),e}function C(r,e,s=""){return Object.assign(g("th",s,r),{scope:e})}function wt(r,e){let s=g(
"div","wide");return s.tabIndex=0,s.setAttribute("role","region"),s.setAttribute("aria-label",r),s.append(e),s}function Yt(r,e,s){let t=Object.assign(g("a","",r),{href:e});return/^https?:/.test(e)||t.addEventListener("click",n=>{n.preventDefault(),s(
"open",e)}),t}var Mt=r=>typeof r!="string",kt={heading:({text:r})=>g("h2","",r),text:({text:r})=>g("p","",r),code:({text:r})=>g("code","",r),markdown({text:r,isSmall:e,isExtra:s},t){let n=g("div",["markdown",e&&"small",s&&"extra"].filter(Boolean).join(
" "));return n.append(...et(r,(o,i)=>Yt(o,i,t))),n},charts({charts:r,diverging:e,ink:s}){let t=g("div","charts"),n=[];return t.append(...r.map(o=>Mt(o)?(n.push(new I(e,s)),n.at(-1).show(o),n.at(-1).element):g("p","",o))),t.repaint=()=>n.forEach(o=>o.
paint()),t.update=o=>{let i=o.length===n.length&&o.every(Mt);return i&&n.forEach((a,l)=>a.show(o[l])),i},t},changes({words:r,runs:e,place:s}){let t=g("table","changes");return t.append(P([g("td"),...r.map((n,o)=>C(n,"col",o===s?"marked":""))]),...e.map(
([n,o])=>P([C(n,"row"),...[...o].map(i=>g("td",i?"other":"same",Dt(i)))]))),wt(E("mask#a later word"),t)},table({head:r,rows:e,isExtra:s}){let t=g("table");t.append(P(r.map(o=>C(o,"col"))),...e.map(([o,...i])=>P([C(o,"row"),...i.map(a=>g("td","",a))])));
let n=wt(r.join(", "),t);return n.classList.toggle("extra",!!s),n},translations({runs:r}){let e=g("table","translations"),s=r.map(([,t])=>t.split(" "));return e.append(...r.map(([t],n)=>{let o=g("td"),i=s[n],a=s.filter((l,c)=>c!==n).map(l=>ot(i,l));return o.
append(...i.flatMap((l,c)=>[g(a.length&&a.every(f=>f[c])?"mark":"span","",l)," "])),P([C(t,"row"),o])})),e},columns({columns:r},e){let s=g("div","columns"),t=r.map(n=>n.map(o=>({kind:o.kind,element:kt[o.kind](o,e)})));return s.append(...t.map(n=>{let o=g(
"div");return o.append(...n.map(({element:i})=>i)),o})),s.repaint=()=>t.flat().forEach(({element:n})=>n.repaint?.()),s},html({html:r,style:e}){let s=g("div","html"),t=s.attachShadow({mode:"open"});t.innerHTML=r;for(let n of t.querySelectorAll("[data-\
style]"))n.style.cssText=n.dataset.style;return V(t,Bt+e),s},formula({text:r}){let e=g("div","wide");return e.append(tt(r)),e},image:({source:r,alt:e})=>Object.assign(g("img"),{src:r,alt:e}),component({name:r,packed:e},s){let t=g("div","component"),o=import(new URL(
`../bundles/${r}.js`,import.meta.url)).then(({default:i})=>U(i,r,t,(a,l)=>s("component",{name:r,event:a,value:l})));return t.repaint=()=>o.then(i=>i(e)),t.repaint(),t},control({control:r},e){let s=g("div");return Z(s,[r],{change:t=>e("settings",t)}),
s}};function It(r){let e=parseFloat(getComputedStyle(r).getPropertyValue("--lecture-room")),s=document.querySelector("#lesson > article"),t=r.parts.findIndex(({kind:o})=>X.includes(o)),n=r.parts.filter(({kind:o},i)=>!X.includes(o)&&(s||i<t)).reduce((o,{
element:{offsetHeight:i}})=>o+(i&&i+_),0);for(let{kind:o,element:i}of r.parts)X.includes(o)&&(e&&n?i.style.setProperty("--lecture-room",`${e-n}px`):i.style.removeProperty("--lecture-room"),i.repaint?.())}function _t({data:r,parentElement:e,setTriggerValue:s}){
V(e,Ct);let t=e.querySelector(".sheet");t.parts??=[],t.sizes||(t.sizes=new ResizeObserver(()=>It(t)),t.sizes.observe(t)),t.parts=r.parts.map((a,l)=>{let c=t.parts[l];if(a.kind==="charts"&&c?.element.update?.(a.charts))return c;if(a.kind!=="matrices")
return{kind:a.kind,element:kt[a.kind](a,s)};let f=c?.kind==="matrices"?c.element:g("div"),m=c?.kind==="matrices"?c.show:U(Pt,"matrices",f);return{kind:"matrices",element:f,show:m,packed:a.packed}});let n=t.getRootNode().activeElement,o=[...t.querySelectorAll(
"select")].indexOf(n),i=t.parts.map(({element:a})=>a);for(i.forEach((a,l)=>{t.children[l]!==a&&t.insertBefore(a,t.children[l]??null)});t.children.length>i.length;)t.lastChild.remove();for(let{show:a,packed:l}of t.parts)a?.(l);o>=0&&t.querySelectorAll(
"select")[o]?.focus(),t.dataset.painted=r.painted}export{_t as default};
