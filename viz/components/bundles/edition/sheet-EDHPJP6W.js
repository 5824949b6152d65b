// Made of edition/, engine/, sheet/, host/ and shared/ by "npm run build": change those, not this.
import{a as q,c as D,d as F}from"./chunk-2F5GPWTH.js";import{b as z,d as H,e as U,f as A,l as W,m as $,n as G,p as V,q as X,r as Z}from"./chunk-3UI4OXX7.js";import{a as J}from"./chunk-ZSTIFGA7.js";import{a as u}from"./chunk-S5JOKDF5.js";import $t from"../bundles/matrices.js";var mt="http://www.w3.org/2000/svg";var ut={dot:"3 3",dash:"8 5"},gt={square:[[-1,-1],[1,-1],[1,1],[-1,1]],diamond:[[0,-1.3],[1.3,0],[0,1.3],[-1.3,0]],"triangle-up":[[-1.1,.9],[0,-1.1],[1.1,.9]],x:[[-1,-.5],[-.5,-1],[0,-.5],[.5,-1],[1,-.5],[.5,0],[1,.5],[.5,1],[0,.5],[-.5,1],[-1,.5],[-.5,
0]]};function x(s,t={},...n){let e=document.createElementNS(mt,s);for(let[r,o]of Object.entries(t))e.setAttribute(r,o);return e.append(...n),e}var O=(s,t)=>Array.isArray(s)?s[t]:s;function K({kind:s,across:t,places:n,values:e,low:r,high:o,...a},i){return s===
"band"?i==="x"?a.x:[...r,...o]:s!=="bars"?a[i].filter(l=>l!==null):i==="x"==!!t?[0,...e]:n.flatMap(l=>[l-.5,l+.5])}function Q(s,t,n){let e=n/13,r=x("g",{opacity:t.line?t.opacity??1:1}),o=t.x.map((a,i)=>a===null||t.y[i]===null?null:[s.at("x",a),s.at("\
y",t.y[i])]);return t.line&&r.append(x("path",{fill:"none",stroke:t.colour,d:o.map((a,i)=>a&&`${o[i-1]?"L":"M"}${a}`).join(""),"stroke-width":t.line*e,"stroke-dasharray":ut[t.dash]??"none"})),o.forEach((a,i)=>{a&&t.marker&&r.append(xt(t,i,a,t.marker*
e/2))}),r}function xt({symbol:s="circle",colour:t,line:n,opacity:e=1},r,[o,a],i){let[l,c]=O(s,r).split("-open"),d=O(t,r),f=gt[l],h={opacity:n?1:e,...c===void 0?{fill:d}:{fill:"none",stroke:d,"stroke-width":i/2.5}};return f?x("polygon",{...h,points:f.
map(([p,m])=>[o+p*i,a+m*i]).join(" ")}):x("circle",{...h,cx:o,cy:a,r:i})}function bt({labels:s,side:t,marker:n=0,labelSize:e=13},r,[o,a],i){let[l,c]=O(t,r).split(" "),d=(n/2+4)*i,f=e*i,h=.55*f*s[r].length,p=l==="middle"?d:0,m=o+({left:-h-p,right:p}[c]??
-h/2),g=a+({top:-d,bottom:d+f*.8}[l]??f*.35);return{left:m,right:m+h,top:g-f*.8,base:g,size:f}}function tt(s,t,n){let e=[],r=[],o=s.box.right+n,a=({labelSize:i=13})=>i;for(let i of[...t].reverse().sort((l,c)=>a(c)-a(l)))!i.side||!i.labels?.length||i.
x.forEach((l,c)=>{let d=[s.at("x",l),s.at("y",i.y[c])],f=bt(i,c,d,n/13),h=Math.max(0,f.right-o),[p,m]=[f.left-h,f.right-h];e.some(g=>p<g.right&&m>g.left&&f.top<g.base&&f.base>g.top)||(e.push({...f,left:p,right:m}),r.push(x("text",{"font-size":f.size,
x:(p+m)/2,y:f.base,"text-anchor":"middle"},i.labels[c])))});return r}function et(s,{places:t,values:n,across:e,colour:r,opacity:o=[],labels:a=[],labelsShown:i},l,c){let{box:d}=s,f=l.filter(({kind:k})=>k==="bars"),[h,p]=e?["y","x"]:["x","y"],m=Math.abs(
s.at(h,1)-s.at(h,0))*.8/f.length,g=f.findIndex(k=>k.places===t),b=s.at(p,0);return t.flatMap((k,M)=>{let v=s.at(h,k)-m*f.length/2+m*g,y=s.at(p,n[M]),S={[h]:v,[p]:Math.min(b,y)},[R,w]=e?["height","width"]:["width","height"],E=x("rect",{...S,[R]:m,[w]:Math.
abs(y-b),fill:O(r,M),opacity:o[M]??1});if(!i)return[E];let ft=e?{x:Math.min(y+4,d.right),y:v+m/2+c*.35}:{x:v+m/2,y:y-4,"text-anchor":"middle"};return[E,x("text",ft,a[M])]})}function ot(s,{x:t,low:n,high:e,colour:r,opacity:o=.18}){let a=i=>t.map((l,c)=>[
s.at("x",l),s.at("y",i[c])]);return x("polygon",{points:[...a(e),...a(n).reverse()].join(" "),fill:r,"fill-opacity":o})}function nt(s,{start:t,end:n,colour:e="#7f8896",width:r=2,gap:o=6},a){let[[i,l],[c,d]]=[t,n].map(([y,S])=>[s.at("x",y),s.at("y",S)]),
f=Math.hypot(c-i,d-l)||1,h=a/13,[p,m]=[(c-i)/f,(d-l)/f],g=8*h,b=[i+p*o,l+m*o],k=[c-p*o,d-m*o],M=[k[0]-p*g,k[1]-m*g],v=y=>[M[0]-y*m*g/2,M[1]+y*p*g/2];return x("g",{},x("line",{x1:b[0],y1:b[1],x2:M[0],y2:M[1],stroke:e,"stroke-width":r*h}),x("polygon",{
points:[k,v(1),v(-1)].join(" "),fill:e}))}var rt=6,j=s=>$(s,3);function it({ticks:s=[],labels:t},n){return t?.[s.indexOf(n)]??j(n)}function st(s){let t=s.map((e,r)=>r).filter(e=>!Number.isNaN(s[e])),n=e=>t.reduce((r,o)=>e(s[o],s[r])?o:r,t[0]);return[n((e,r)=>e>r),n((e,r)=>e<r)]}function yt({
values:s},t,n){let e=s.flat().map(Math.fround),r=s[0].length,[o,a]=st(e),i=l=>[[n,Math.floor(l/r)],[t,l%r]].map(([c,d])=>`${c.title} ${it(c,d)}`.trim()).join(", ");return z("{rows} by {columns} values. Highest: {most} at {top}; lowest: {least} at {bo\
ttom}.",{rows:s.length,columns:r,most:j(e[o]),top:i(o),least:j(e[a]),bottom:i(a)})}function wt({name:s,x:t,y:n,labels:e},r){if(n.length<2)return"";let[o,a]=st(n),i=c=>e?.[c]??it(r,t[c]),l={series:s,most:j(n[o]),top:i(o),least:j(n[a]),bottom:i(a)};return s?
z("{series}: highest {most} at {top}, lowest {least} at {bottom}.",l):z("Highest {most} at {top}, lowest {least} at {bottom}.",l)}function at({caption:s,summary:t,marks:n,x:e,y:r}){if(t)return`${s} ${t}`;if(n[0].kind==="heatmap")return`${s} ${yt(n[0],
e,r)}`;let o=n.filter(({hover:l})=>l!==null).map(l=>wt(l,e)).filter(Boolean),a=o.length-rt,i=o.slice(0,rt).join(" ")+(a>0?` ${z("And {count} more.",{count:a})}`:"");return`${s} ${z("{y} against {x}",{y:r.title,x:e.title})}. ${i}`}function Y(s,t){if(typeof s!=
"number"||!t)return typeof s=="number"?j(s):s;let n=Number(t[1]);return t.endsWith("%")?Z(s,n):t.endsWith("f")?A(s,n):$(s,n)}var L=(s,t)=>s.replace(/%\{(\w+)(?:\[(\d+)\])?(?::([^}]*))?\}/g,(n,e,r,o)=>Y(r?t[e][r]:t[e],o)).replaceAll("%%","%");var I=30,kt=16,Mt=12;function vt({log:s,limits:t}){let[n,e]=t.map(r=>s?Math.log10(r):r);return r=>((s?Math.log10(r):r)-n)/(e-n)}function lt({limits:s,fromZero:t,log:n},e,r){if(s)return s;let[o,a]=[X(e),V(e)];if(n)return[o/1.3,a*1.3];let i=(a-o||1)*r;
return[t||o===0?Math.min(o,0):o-i,a+i]}function ct({ticks:s,step:t,log:n},[e,r],o){if(s)return s;let[a,i]=[Math.min(e,r),Math.max(e,r)];if(n){let h=Math.ceil(Math.log10(a)),p=Math.floor(Math.log10(i))-h+1;return Array.from({length:p},(m,g)=>10**(h+g))}
let l=(i-a)/o,c=10**Math.floor(Math.log10(l)),d=t??c*[1,2,5,10].find(h=>h*c>=l),f=Math.ceil(a/d);return Array.from({length:Math.floor(i/d)-f+1},(h,p)=>Number(((f+p)*d).toPrecision(12)))}var T=({ticks:s,labels:t,format:n,labelled:e},r)=>e===!1?"":t?.[s.
indexOf(r)]??(n==="power"?G(Math.round(Math.log10(r))):n?Y(r,n):Math.abs(r)>=1e3?U(r):$(r,4));function zt(s){let t=s.map(n=>[1,3,5].map(e=>parseInt(n.slice(e,e+2),16)));return n=>{let e=Math.min(Math.max(n,0),1)*(s.length-1),r=Math.min(Math.floor(e),
s.length-2);return t[r].map((o,a)=>Math.round(o+(t[r+1][a]-o)*(e-r)))}}function ht({values:s,least:t,most:n},e){let r=u("canvas");[r.width,r.height]=[s[0].length,s.length];let o=r.getContext("2d"),a=o.createImageData(r.width,r.height);return s.flat().
forEach((i,l)=>{i===null||Number.isNaN(i)||a.data.set([...e((i-t)/(n-t)),255],4*l)}),o.putImageData(a,0,0),r.toDataURL()}var B=class{constructor(t){Object.assign(this,{diverging:t,element:u("figure","chart")}),this.tip=u("div","tip"),this.tip.hidden=
!0,this.element.addEventListener("pointermove",n=>this.point(n)),this.element.addEventListener("pointerdown",n=>this.point(n)),this.element.addEventListener("pointerleave",()=>{this.tip.hidden=!0}),new ResizeObserver(()=>this.paint()).observe(this.element)}show(t){
this.chart=t,this.paint()}paint(){let{chart:t,element:n}=this,e=n.clientWidth;if(!t||!e)return;let r=getComputedStyle(n),o=parseFloat(r.fontSize),a=[...n.parentElement.children].filter(({offsetLeft:w})=>w===n.offsetLeft).length,i=parseFloat(r.getPropertyValue(
"--lecture-room")),l=Math.round(i?i/a-kt:t.height),c=t.marks[0].kind==="heatmap"?t.marks[0]:null,d=w=>t.marks.flatMap(E=>K(E,w)),f=t.marks.some(({side:w})=>w)?.12:.05;this.limits={x:lt(t.x,c?[]:d("x"),f),y:lt(t.y,c?[]:d("y"),f)};let h=this.legend(t);
n.replaceChildren(...h?[h]:[]);let p=h?.offsetHeight??(c?.bar?.above?o*4.2:0),m=t.x.visible!==!1,g={x:m?ct(t.x,this.limits.x,e/(5*o)):[],y:m?ct(t.y,this.limits.y,l/(4*o)):[]},b=w=>.6*o*Math.max(0,...w.map(({length:E})=>E)),k=g.x.map(w=>T(t.x,w)),M=b(
g.y.map(w=>T(t.y,w)));this.shrunk=Math.min(1,Math.max(.8,.4*e/M));let v=m?M*this.shrunk+o*(t.y.title?2.4:1):8;this.isUpright=m&&b([k.join("  ")])>(e-v)*.95;let y=this.isUpright?b(k):o,S={left:v,top:p+o*.8,right:e-(!c?.bar||c.bar.above?o*1.2:o*2.4+b(c.
bar.ticks.map(w=>$(w,4)))),bottom:l-(m?o*(t.x.title?2.6:1)+y:8)};this.below=y,t.sameScale&&this.keepScale(S),this.box=S;let R=x("svg",{width:e,height:l,role:"img","aria-label":t.alt??at(t)});R.append(...this.frame(t,g,o),...this.marks(t,o),...this.notes(
t,o),...c?.bar?this.colourBar(c,o):[]),n.append(R,this.tip),n.style.height=`${l}px`}keepScale(t){let{x:n,y:e}=this.limits,[r,o]=[n[1]-n[0],e[1]-e[0]],a=Math.min((t.right-t.left)/r,(t.bottom-t.top)/o),[i,l]=[(t.left+t.right)/2,(t.top+t.bottom)/2];Object.
assign(t,{left:i-a*r/2,right:i+a*r/2,top:l-a*o/2,bottom:l+a*o/2})}at(t,n){let{box:e,chart:r}=this,o=vt({log:r[t].log,limits:this.limits[t]})(n);return t==="x"?e.left+o*(e.right-e.left):e.bottom-o*(e.bottom-e.top)}frame({x:t,y:n,background:e},r,o){let{
box:a}=this,i=[];e&&i.push(x("rect",{x:a.left,y:a.top,fill:e[0],width:a.right-a.left,height:a.bottom-a.top,"fill-opacity":e[1]}));let l=(h,p)=>x("line",{...h,class:p?"zero":"grid"});for(let h of r.x){let p=this.at("x",h);t.grid!==!1&&i.push(l({x1:p,x2:p,
y1:a.top,y2:a.bottom}));let m=a.bottom+o*(this.isUpright?.5:1.3);i.push(x("text",this.isUpright?{"text-anchor":"end",transform:`translate(${p+o*.35} ${m}) rotate(-90)`}:{x:p,y:m,"text-anchor":"middle"},T(t,h)))}for(let h of r.y){let p=this.at("y",h);
n.grid!==!1&&i.push(l({x1:a.left,x2:a.right,y1:p,y2:p},h===0&&n.zero!=="none")),i.push(x("text",{x:a.left-6,y:p+o*.35,"text-anchor":"end","font-size":o*this.shrunk},T(n,h)))}let c=[(a.left+a.right)/2,(a.top+a.bottom)/2],d=.6*o*(t.title??"").length>a.
right-a.left;t.title&&t.visible!==!1&&i.push(x("text",{x:d?a.right:c[0],y:a.bottom+this.below+o*1.9,"text-anchor":d?"end":"middle"},t.title));let f=Math.min(o,(a.bottom-a.top)/(.55*n.title?.length));return n.title&&n.visible!==!1&&i.push(x("text",{"t\
ext-anchor":"middle","font-size":f,transform:`translate(${o} ${c[1]}) rotate(-90)`},n.title)),i}marks({marks:t,rules:n=[],arrows:e=[]},r){let{box:o}=this,a=[];for(let i of t){if(i.kind==="heatmap"){a.push(x("image",{href:ht(i,this.colours(i)),x:o.left,
y:o.top,width:o.right-o.left,height:o.bottom-o.top,preserveAspectRatio:"none",class:"cells"}));continue}i.kind==="bars"?a.push(...et(this,i,t,r)):a.push(i.kind==="band"?ot(this,i):Q(this,i,r))}return[...a,...tt(this,t,r),...n.map(i=>this.rule(i,r)),...e.
map(i=>nt(this,i,r))]}rule({axis:t,at:n,row:e,colour:r="#7f8896",width:o=1.5},a){let{box:i}=this,l={stroke:r,"stroke-width":o*a/13};if(e!==void 0){let f=this.at("y",e-.5),h=this.at("y",e+.5);return x("rect",{x:i.left,width:i.right-i.left,y:f,height:h-
f,fill:"none",...l})}let c=this.at(t,n),d=t==="x"?{x1:c,x2:c,y1:i.top,y2:i.bottom}:{x1:i.left,x2:i.right,y1:c,y2:c};return x("line",{...d,...l,"stroke-dasharray":"3 3"})}notes({notes:t=[]},n){let{box:e}=this,r={left:"start",right:"end"},o=n/13;return t.
map(({text:a,x:i,y:l,xShare:c,yShare:d,shiftX:f=0,sideX:h,sideY:p,size:m=13,colour:g})=>{let b=x("text",{"font-size":m*o,"text-anchor":r[h]??"middle",x:(c?e.left+i*(e.right-e.left)+4:this.at("x",i))+f*o,y:(d?e.bottom-l*(e.bottom-e.top):this.at("y",l))+
({bottom:-.4,top:1}[p]??.35)*m*o},a);return g&&(b.style.fill=g),b})}colours({palette:t}){let n=getComputedStyle(this.element).colorScheme.includes("dark")?"dark":"light",e=this.diverging[n];return zt(t==="below zero"?e.slice(0,3):e)}colourBar(t,n){let{
box:e}=this,{ticks:r,title:o,above:a}=t.bar,i=this.colours(t),l=Array.from({length:64},(p,m)=>m/63),c=[],d=ht({least:0,most:1,values:a?[l]:l.map(p=>[1-p])},i),f=Mt*n/13,h=a?{x:e.left,y:n*1.6,width:e.right-e.left,height:f}:{x:e.right+10,y:e.top,width:f,
height:e.bottom-e.top};return c.push(x("image",{href:d,...h,preserveAspectRatio:"none"})),r.forEach(p=>{let m=(p-t.least)/(t.most-t.least);c.push(a?x("text",{x:h.x+m*h.width,y:h.y+f+n,"text-anchor":"middle"},$(p,4)):x("text",{x:h.x+f+5,y:h.y+(1-m)*h.
height+n*.35},$(p,4)))}),o&&c.push(x("text",{x:e.left,y:n},o)),c}legend({legend:t,marks:n}){if(!t)return null;let e=u("figcaption","legend"),r=n.filter(({kind:o,name:a,inLegend:i=!0})=>o!=="band"&&a&&i);return e.append(u("span","",t),...r.map(({kind:o,
name:a,colour:i,opacity:l=1})=>{let c=u("span"),d=u("i");return Object.assign(d.style,{background:O(i,0),opacity:o==="bars"?1:l}),c.append(d,a),c})),e}point({clientX:t,clientY:n}){let{chart:e,tip:r,element:o,box:a}=this,i=o.getBoundingClientRect(),[l,
c]=[t-i.left,n-i.top],d=e&&a?this.textAt(e,l,c):"";if(r.hidden=!d,!d)return;r.textContent=d;let f=l>i.width/2;Object.assign(r.style,{left:f?"":`${l+12}px`,top:`${c+12}px`,right:f?`${i.width-l+12}px`:""})}textAt({marks:t,hoverTogether:n},e,r){let{box:o}=this,
[a]=t;if(e<o.left-I||e>o.right+I||r<o.top||r>o.bottom)return"";if(a.kind==="heatmap"){let[h,p]=[a.values.length,a.values[0].length],m=Math.floor((r-o.top)/(o.bottom-o.top)*h),g=Math.floor((e-o.left)/(o.right-o.left)*p),b=a.values[m]?.[g];if((b??NaN)!==
b)return"";let[k,M]=[this.chart.x,this.chart.y].map(({labels:v},y)=>v?.[[g,m][y]]??[g,m][y]);return L(a.hover,{x:k,y:M,z:b})}let l=t.filter(({hover:h,kind:p})=>h&&p!=="band").map(h=>{let p=h.x.map((g,b)=>Math.abs(this.at("x",g)-e)+(n?0:Math.abs(this.
at("y",h.y[b])-r))),m=p.indexOf(Math.min(...p));return{mark:h,at:m,away:p[m]}}),c=({mark:h,at:p})=>L(h.hover,{x:h.x[p],y:h.y[p],customdata:h.details?.[p],text:h.labels?.[p]});if(!l.length)return"";let d=l.reduce((h,p)=>p.away<h.away?p:h);if(d.away>(n||
t.length===1?1/0:I))return"";if(!n)return c(d);let f=d.mark.x[d.at];return[A(f,0),...l.filter(({mark:h,at:p})=>h.x[p]===f).map(h=>`${h.mark.name}: ${c(h)}`)].join(`
`)}};var dt=12,pt=["matrices","charts"],At=`.sheet > * { margin: 0 0 ${dt}px; }
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
  border: 1px solid var(--st-border-color); border-radius: 4px; padding: 4px 8px; }`;function St(s){if(s===0)return"0";if(s>=.005)return A(s,2);let[t,n]=s.toExponential(0).split("e"),e=n.replace("-","⁻").replace(/\d/g,r=>"⁰¹²³⁴⁵⁶⁷⁸⁹"[r]);
return`${H(t)} × 10${e}`}function P(s){let t=u("tr");return t.append(...s),t}function C(s,t,n=""){return Object.assign(u("th",n,s),{scope:t})}function _(s,t){let n=u("div","wide");return n.tabIndex=0,n.setAttribute("role","region"),n.setAttribute("a\
ria-label",s),n.append(t),n}var Et={heading:({text:s})=>u("h2","",s),text:({text:s})=>u("p","",s),code:({text:s})=>u("code","",s),markdown({text:s,isSmall:t,isExtra:n}){let e=u("div",["markdown",t&&"small",n&&"extra"].filter(Boolean).join(" "));return e.
append(...F(s)),e},charts({charts:s,diverging:t}){let n=u("div","charts"),e=[];return n.append(...s.map(r=>typeof r=="string"?u("p","",r):(e.push(new B(t)),e.at(-1).show(r),e.at(-1).element))),n.repaint=()=>e.forEach(r=>r.paint()),n},bars({title:s,words:t,
colours:n,runs:e}){let r=u("figure","bars"),o=u("div","legend"),a=u("div");return r.append(...t.map((i,l)=>{let c=u("div","group"),d=u("div");return c.append(...e.map(([,f],h)=>{let p=u("span","",A(f[l],2)),m=u("i");return m.style.height=`${(145*f[l]).
toFixed(1)}px`,m.style.background=n[h],p.append(m),p})),d.append(c,u("span","",i)),d})),o.append(u("span","",s),...e.map(([i],l)=>{let c=u("span"),d=u("i");return d.style.background=n[l],c.append(d,i),c})),a.append(o,_(s,r)),a},changes({words:s,runs:t,
place:n}){let e=u("table","changes");return e.append(P([u("td"),...s.map((r,o)=>C(r,"col",o===n?"marked":""))]),...t.map(([r,o])=>P([C(r,"row"),...[...o].map(a=>u("td",a?"other":"same",St(a)))]))),_(z("Change a later word: do the words before it noti\
ce?"),e)},table({head:s,rows:t,isExtra:n}){let e=u("table");e.append(P(s.map(o=>C(o,"col"))),...t.map(([o,...a])=>P([C(o,"row"),...a.map(i=>u("td","",i))])));let r=_(s.join(", "),e);return r.classList.toggle("extra",!!n),r},translations({runs:s}){let t=u(
"table","translations"),n=s.map(([,e])=>e.split(" "));return t.append(...s.map(([e],r)=>{let o=u("td"),a=n[r],i=n.filter((l,c)=>c!==r).map(l=>W(a,l));return o.append(...a.flatMap((l,c)=>[u(i.length&&i.every(d=>d[c])?"mark":"span","",l)," "])),P([C(e,
"row"),o])})),t},control({control:s},t){let n=u("div");return D(n,[s],{change:e=>t("settings",e)}),n}};function Ot(s){let t=parseFloat(getComputedStyle(s).getPropertyValue("--lecture-room")),n=t&&document.querySelector("#lesson > article"),e=s.parts.
filter(({kind:r})=>!pt.includes(r)).reduce((r,{element:{offsetHeight:o}})=>r+(o&&o+dt),0);for(let{kind:r,element:o}of s.parts)pt.includes(r)&&(n&&e?o.style.setProperty("--lecture-room",`${t-e}px`):o.style.removeProperty("--lecture-room"),o.repaint?.())}
function jt({data:s,parentElement:t,setTriggerValue:n}){J(t,At);let e=t.querySelector(".sheet");e.parts??=[],e.sizes||(e.sizes=new ResizeObserver(()=>Ot(e)),e.sizes.observe(e)),e.parts=s.parts.map((i,l)=>{let c=e.parts[l];if(i.kind!=="matrices")return{
kind:i.kind,element:Et[i.kind](i,n)};let d=c?.kind==="matrices"?c.element:u("div"),f=c?.kind==="matrices"?c.show:q($t,"matrices",d);return{kind:"matrices",element:d,show:f,packed:i.packed}});let r=e.getRootNode().activeElement,o=[...e.querySelectorAll(
"select")].indexOf(r),a=e.parts.map(({element:i})=>i);for(a.forEach((i,l)=>{e.children[l]!==i&&e.insertBefore(i,e.children[l]??null)});e.children.length>a.length;)e.lastChild.remove();for(let{show:i,packed:l}of e.parts)i?.(l);o>=0&&e.querySelectorAll(
"select")[o]?.focus(),e.dataset.painted=s.painted}export{jt as default};
