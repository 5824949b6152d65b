// Made of lecture/ and shared/ by "npm run build": change those, not this.
function p(s,e,t){let r=document.createElement(s);return e&&(r.className=e),t!==void 0&&(r.textContent=t),r}var z={},j=!1;function T(s){z=s,j=Object.keys(s).length>0}var l=(s,e={})=>(z[s]??s).replace(/\{(\w+)\}/g,(t,r)=>e[r]??t);var m=s=>s,le={weight:m("weight"),score:m("score"),distance:m("distance"),norm:m("norm"),cosine:m("cosine")};var S="heads-up playlist",I="lecture-shade";function N(s,e,t=window.sessionStorage){try{let r=t.getItem(S);if(s===null)return r&&e(JSON.parse(r));s.code?t.setItem(S,JSON.stringify(s)):r&&t.removeItem(
S)}catch{}}function O(){let s=document.createElement("div");s.id=I,s.style.cssText="position: fixed; inset: 0; z-index: 999999; background: #000",s.addEventListener("click",()=>s.remove()),document.body.
append(s)}function M(){let s=document.getElementById(I);return s?.remove(),s!==null}var y="heads-up notes",W=`
  body { margin: 0; padding: 1.5rem 2rem; font: 1.5rem/1.5 system-ui, sans-serif; }
  header, footer { display: flex; flex-wrap: wrap; gap: 0.5rem 1.5rem; align-items: center; }
  header { font-variant-numeric: tabular-nums; }
  #elapsed { font-size: 2.5rem; font-weight: 600; }
  h1 { font-size: 1.75rem; line-height: 1.25; margin: 1rem 0 0.5rem; }
  #notes { white-space: pre-wrap; overflow-wrap: anywhere; min-height: 8rem; }
  #next { border-top: 1px solid; padding-top: 0.75rem; }
  button { font: inherit; font-size: 1.125rem; color: inherit; background: none; cursor: pointer;
    border: 1px solid; border-radius: 4px; padding: 0.25rem 1rem; }
  button:focus-visible { outline: 3px solid; outline-offset: 2px; }`,G=`<header><span id="elapsed"></span><span id="time"></span><span id="place"></span>
  <button id="restart"></button></header>
  <h1 id="title"></h1><p id="notes"></p><p id="next"></p>
  <footer><button id="back"></button><button id="on"></button><button id="blank"></button>
  </footer>`;function V(s){let e=new BroadcastChannel(s),t=i=>document.getElementById(i),r=Date.now(),n=i=>String(i).padStart(2,"0"),o=()=>{let i=new Date,c=Math.floor((i-r)/1e3);t("elapsed").textContent=
`${n(Math.floor(c/60))}:${n(c%60)}`,t("time").textContent=`${n(i.getHours())}:${n(i.getMinutes())}`},a=i=>e.postMessage({key:i});e.onmessage=({data:i})=>{if(i.texts){for(let[c,h]of Object.entries(i.texts))
t(c).textContent=h;document.title=i.heading,document.documentElement.lang=i.lang,Object.assign(document.body.style,i.colours)}},t("back").addEventListener("click",()=>a("PageUp")),t("on").addEventListener(
"click",()=>a("PageDown")),t("blank").addEventListener("click",()=>a("b")),t("restart").addEventListener("click",()=>{r=Date.now(),o()}),addEventListener("keydown",i=>{i.target.closest?.("button")&&["\
Enter"," "].includes(i.key)||i.repeat||i.ctrlKey||i.metaKey||i.altKey||(a(i.key),/^(Page|Arrow| )/.test(i.key)&&i.preventDefault())}),setInterval(o,500),o(),a("")}var k=class{constructor(e){this.press=
e,this.walk=null}listen(){this.channel||(this.channel=new BroadcastChannel(v()),this.channel.onmessage=({data:e})=>{e.key?this.press(e.key):e.key===""&&this.send()})}leave(){this.channel?.close(),this.
channel=null}open(){let e=window.open("",v(),"popup,width=900,height=700");if(e){if(!e.document.getElementById("elapsed")){let t=e.document.createElement("style"),r=e.document.createElement("script");
t.textContent=W,r.textContent=`(${V})(${JSON.stringify(v())});`,e.document.body.innerHTML=G,e.document.head.append(t),e.document.body.append(r)}e.focus(),this.send()}}send(){if(!this.channel||!this.walk)
return;let{place:e,count:t,title:r,notes:n,next:o}=this.walk,a=getComputedStyle(document.querySelector(".stApp")??document.body);this.channel.postMessage({heading:`${e}/${t} · ${l("Presenter notes")}`,
lang:document.documentElement.lang,colours:{background:a.backgroundColor,color:a.color},texts:{place:l("{place} of {count}",{place:e,count:t}),restart:l("Clock to zero"),title:r,notes:n||l("No notes o\
n this view."),next:o?l("Next: {title}",{title:o}):l("This is the last view."),back:l("Back"),on:l("Next"),blank:l("blank")}})}};function v(){try{let s=sessionStorage.getItem(y)??`${y} ${Math.random().
toString(36).slice(2)}`;return sessionStorage.setItem(y,s),s}catch{return y}}var P=class{constructor(e,t=Date.now){this.ask=e,this.now=t,this.place=null,this.goal=null,this.since=this.last=0}show(e){let t=e!==null&&e.place!==this.place;this.place=e?.place??null,this.count=e?.count??
0,(e===null||this.place===this.goal||this.expired())&&(this.goal=null),t&&this.send()}idle(){this.expired()&&(this.goal=null),this.now()-this.last>=600&&this.send()}send(){this.goal!==null&&(this.last=
this.now(),this.ask(this.goal))}step(e){this.expired()&&(this.goal=null);let t=Math.min(Math.max((this.goal??this.place)+e,1),this.count);t!==(this.goal??this.place)&&(this.goal=t,this.since=this.now(),
this.send())}expired(){return this.goal!==null&&this.now()-this.since>2e4}},Y=Symbol.for("heads-up walk");function B(s){let e=globalThis[Y]??=new P(s);return e.ask=s,e}var L='[data-testid="stPlotlyChart"], .stBidiComponent, [data-testid="stDataFrame"], [data-testid="stTable"], [data-testid="stImage"]',J=["ButtonGroup","Selectbox","TextInput","TextArea","Slider","Che\
ckbox","NumberInput","Button"].map(s=>`.st${s}`).join(", "),R='[data-testid="stExpander"], [data-testid="stPopover"]',D=".stVerticalBlock",$=".st-key-lecture",g="data-lecture-hidden",Q=8,X=160,A=(s,e)=>s.
matches(e)||s.querySelector(e)!==null,Z=(s,e)=>[...s.querySelectorAll(e)].filter(t=>!s.contains(t.parentElement.closest(e))),_=s=>!s.closest($)&&!s.closest(R)&&!s.parentElement.closest(L),K=s=>[...s.matches(
L)?[s]:[],...s.querySelectorAll(L)].filter(_);function ee(s){return s.matches($)||A(s,'.st-key-bar, [role="alert"]')?"stays":K(s).length?"picture":A(s,"h1, h2, h3, h4")?"heading":A(s,".stHtml")?"head":
[...s.querySelectorAll(J)].some(t=>!t.closest(R))?"controls":"text"}function te(s){let e=s.flatMap((n,o)=>n==="heading"?[o]:[]),t=n=>n!=="text"&&n!=="stays",r=[0,...e].flatMap((n,o)=>{let a=e[o]??s.length,
i=[...Array(a-n).keys()].map(u=>n+u),c=i.filter(u=>s[u]==="picture"),h=i.findLast(u=>s[u]==="head"),d=c.length||h===void 0?c:[h];return d.map((u,f)=>[f?d[f-1]+1:n,u])});return s.includes("picture")?r.
map(([n,o])=>s.flatMap((a,i)=>a==="stays"||i>=n&&i<=o&&t(a)?[i]:[])):[]}function se(s,e){return e.filter(t=>s[t]==="controls").slice(1)}var x=class{constructor(e){this.changed=e,this.place=this.count=
this.folds=0,this.open=!1,this.seen=new MutationObserver(()=>this.soon()),this.sizes=new ResizeObserver(()=>this.soon()),this.resized=()=>this.soon()}begin(e){this.bar=e;let t=document.querySelector("\
.stMainBlockContainer");if(!t||this.main===t)return this.soon();this.end(),this.main=t,this.seen.observe(t,{childList:!0,subtree:!0}),this.sizes.observe(t),this.sizes.observe(e),window.addEventListener(
"resize",this.resized),window.visualViewport?.addEventListener("resize",this.resized),this.soon()}end(){this.seen.disconnect(),this.sizes.disconnect(),window.removeEventListener("resize",this.resized),
window.visualViewport?.removeEventListener("resize",this.resized),cancelAnimationFrame(this.frame),this.frame=0;for(let e of document.querySelectorAll(`[${g}]`))e.removeAttribute(g);for(let e of this.
sized??[])e.style.removeProperty("--lecture-room");document.documentElement.style.removeProperty("--lecture-bar"),this.main=this.sized=null,this.place=this.count=this.folds=0,this.open=!1}soon(){this.
frame||=requestAnimationFrame(()=>{this.frame=0,this.main?.isConnected&&this.arrange()})}go(e){this.place=Math.min(Math.max(this.place+e,0),this.count-1),this.soon()}unfold(){this.open=!this.open,this.
soon(),this.changed()}arrange(){let e=()=>[this.place,this.count,this.folds].join(),t=e();this.count=1,this.folds=0,this.show(this.main.querySelector(D)),this.place=Math.min(this.place,this.count-1),this.
main.parentElement.scrollTop=0,this.fit(),e()!==t&&this.changed()}show(e){if(!e)return;let t=[...e.children],r=t.map(ee),n=te(r);n.length>1&&(this.count=n.length);let o=n[Math.min(this.place,n.length-
1)],a=o?se(r,o):[];if(this.folds+=a.length,t.forEach((i,c)=>i.toggleAttribute(g,!!(o&&(!o.includes(c)||a.includes(c)&&!this.open)))),n.length===1)for(let i of t)for(let c of Z(i,D))this.show(c)}fit(){
let e=this.bar.getBoundingClientRect().top-Q,{style:t}=document.documentElement;t.setProperty("--lecture-bar",`${this.bar.offsetHeight}px`);let r=K(this.main).filter(n=>n.checkVisibility());for(let n=0;n<
2;n++)for(let o of r){let a=Math.max(X,Math.floor(e-o.getBoundingClientRect().top));o.style.setProperty("--lecture-room",`${a}px`)}for(let n of r)this.cutRows(n,e);this.sized=r}cutRows(e,t){let r=[...e.
querySelectorAll("tbody tr")];for(let o of r)o.removeAttribute(g);let n=r.filter(o=>o.getBoundingClientRect().bottom>t);for(let o of n)o.setAttribute(g,"")}};var q={ArrowLeft:"head-",ArrowRight:"head+",ArrowUp:"layer-",ArrowDown:"layer+",PageUp:"step-",PageDown:"step+"},E={Enter:"step+",ArrowRight:"step+",PageDown:"step+"," ":"step+",ArrowLeft:"step-",PageUp:"\
step-"},ie='[role="dialog"], [role="menu"], [role="listbox"], [role="combobox"][aria-expanded="true"]',ne='a, button, summary, input, label, [role="button"], [role="radio"], [role="switch"], [role="ta\
b"]',oe='[role="radiogroup"], [role="listbox"], [role="combobox"], [role="slider"], [role="menu"], [type="range"]',F={b:"blank",".":"blank",f:"ice",q:"code"},U={"head-":"←","head+":"→","layer-":"↑",
"layer+":"↓","step-":"Page ↑","step+":"Page ↓"},C=class{constructor(e){this.root=e,this.bar=p("div","bar"),this.bar.setAttribute("role","toolbar"),this.ice=p("div","ice"),this.blank=p("div","bla\
nk"),this.blank.addEventListener("click",()=>this.toggle("blank")),this.code=p("div","code"),this.image=p("img"),this.link=p("p"),this.code.append(this.image,this.link),this.code.addEventListener("cli\
ck",()=>this.toggle("code"));for(let t of[this.ice,this.blank,this.code,this.bar])t.hidden=!0;e.append(this.ice,this.code,this.bar,this.blank),this.notes=new k(t=>this.remote(t)),this.slides=new x(()=>this.
build()),this.key=t=>this.pressed(t),this.size=()=>this.scale()}listen(){window.addEventListener("keydown",this.key,!0),window.addEventListener("keydown",this.late??=e=>this.unused(e)),window.addEventListener(
"pointerdown",this.point??=()=>{this.tabbed=!1},!0),window.addEventListener("resize",this.size),this.notes.listen(),this.timer??=setInterval(()=>this.repeat(),700),M()&&this.data.on&&(this.blank.hidden=
!1)}leave(){window.removeEventListener("keydown",this.key,!0),window.removeEventListener("keydown",this.late),window.removeEventListener("pointerdown",this.point,!0),window.removeEventListener("resize",
this.size),document.documentElement.style.removeProperty("--lecture-zoom"),this.notes.leave(),clearInterval(this.timer),this.timer=null,this.blank.hidden||O(),this.slides.end()}show(e){if(this.data=e,
T(e.french),this.bar.setAttribute("aria-label",l("Lecture")),this.image.alt=l("QR code of the link"),this.image.src=e.code,this.link.textContent=e.link,!e.on)for(let t of[this.ice,this.blank,this.code])
t.hidden=!0;this.bar.hidden=!e.on,this.scale(),this.build(),this.notes.walk?.place!==e.walk?.place&&(this.slides.place=0),this.notes.walk=e.walk,this.keep(),e.on?this.slides.begin(this.bar):this.slides.
end()}keep(){N(this.data.kept,e=>this.go("restore",e))}repeat(){let{testScriptState:e}=document.querySelector(".stApp")?.dataset??{};e==="notRunning"&&(this.data.kept===null&&this.keep(),this.walk?.idle())}scale(){
let e=this.data.on?Math.max(1,window.innerWidth/960):1;document.documentElement.style.setProperty("--lecture-zoom",e)}build(){let{axes:e,lesson:t,walk:r}=this.data,n=r?l("{place} of {count}",r):l("ste\
p"),o={head:l("head"),layer:l("layer"),step:n},a=t?{...U,"step-":"←","step+":"→"}:U,i=(d,u,f,b)=>{let w=p("button");return w.append(...d.map(H=>p("kbd","",H)),p("span","",u)),b!==void 0&&w.setAttribute(
"aria-pressed",b),w.addEventListener("click",f),w},h=e.filter(d=>!(t&&d==="head")).map(d=>{let u=p("span","axis");for(let[f,b]of[["-",l("Previous {what}",{what:o[d]})],["+",l("Next {what}",{what:o[d]})]])
u.append(i([a[d+f]],f==="+"?o[d]:"",()=>this.go(d+f))),u.lastChild.setAttribute("aria-label",b);return u});this.slides.count>1&&h.push(this.pictureButtons(i)),this.slides.folds&&h.push(i(["C"],l("cont\
rols"),()=>this.slides.unfold(),this.slides.open)),r&&h.push(i(["S"],l("notes"),()=>this.notes.open())),this.bar.replaceChildren(...h,i(["F"],this.ice.hidden?l("freeze"):l("frozen"),()=>this.toggle("i\
ce"),!this.ice.hidden),i(["B"],l("blank"),()=>this.toggle("blank")),i(["Q"],l("code for phones"),()=>this.toggle("code"),!this.code.hidden),i(["L"],l("end"),()=>this.go("lecture")))}pictureButtons(e){
let t=p("span","axis"),{place:r,count:n}=this.slides;return t.append(e(["P"],"",()=>this.slides.go(-1)),e(["N"],l("picture {place} of {count}",{place:r+1,count:n}),()=>this.slides.go(1))),t.firstChild.
setAttribute("aria-label",l("Previous {what}",{what:l("picture")})),t}toggle(e){this[e].hidden=!this[e].hidden,this.build()}remote(e){let{on:t,walk:r}=this.data,n=F[e.toLowerCase()];t&&n?this.toggle(n):
t&&r&&this.ice.hidden&&E[e]&&this.go(E[e])}typing(e){let t=e.composedPath()[0];return t.tagName==="INPUT"?!["checkbox","radio","button","range"].includes(t.type):t.isContentEditable||t.tagName==="TEXT\
AREA"}free(e){let t=e.composedPath(),r=n=>t.some(o=>o.matches?.(n));return r(ie)||this.typing(e)&&!r('[role="combobox"]')||e.key.startsWith("Arrow")&&r('[role="slider"], [type="range"]')?!1:!this.tabbed||
t[0]===document.body}lessonStep(e){let{lesson:t,axes:r}=this.data;return t&&!e.shiftKey&&r.includes("step")?E[e.key]:void 0}pressed(e){if(e.key==="Tab"&&(this.tabbed=!0),e.ctrlKey||e.metaKey||e.altKey)
return;let{on:t,axes:r}=this.data,n=this.typing(e),o=e.key.length===1?e.key.toLowerCase():e.key,a=!t||n?null:F[o],i=t&&r.includes("step")&&o.startsWith("Page"),c=r.includes("step")?{}:{PageDown:1,PageUp:-1},
h=t&&!n&&this.slides.count>1?{n:1,p:-1,...c}[o]:0,d=i||this.free(e)?this.lessonStep(e):void 0;if(a)this.toggle(a);else if(o==="Escape"&&!this.blank.hidden)this.toggle("blank");else if(o==="Escape"&&!this.
code.hidden)this.toggle("code");else if(this.ice.hidden)if(t&&!n&&this.data.walk&&o==="s")this.notes.open();else if(h)this.slides.go(h);else if(t&&!n&&o==="c"&&this.slides.folds)this.slides.unfold();else if(d)
e.repeat||this.go(d);else if(i)this.go(q[o]);else{t&&(o==="Enter"&&n||o==="Escape")&&setTimeout(()=>this.blur());return}e.preventDefault(),e.stopImmediatePropagation()}unused(e){if(e.defaultPrevented||
e.ctrlKey||e.metaKey||e.altKey||this.typing(e))return;let{lesson:t,on:r,axes:n}=this.data,{key:o}=e,a=o.startsWith("Arrow")?oe:ne,i=!o.startsWith("Page")&&e.composedPath()[0].closest?.(a),c={...r?q:{},
...t?E:{}},h=e.shiftKey||i?void 0:c[o];if(o.toLowerCase()==="l")this.go("lecture");else if(h&&n.includes(h.slice(0,-1)))this.go(h);else return;e.preventDefault()}blur(){let e=document.activeElement;for(;e?.
shadowRoot?.activeElement;)e=e.shadowRoot.activeElement;e?.blur()}};function ke({data:[s],parentElement:e,setTriggerValue:t}){let r=e.querySelector(".lecture"),n=r.view??=new C(r),o=i=>t("go",i),a=n.walk=
B(i=>o({entry:i}));return n.go=(i,c)=>{let h=i.slice(0,-1),d=i.endsWith("+")?1:-1;i==="lecture"?o({toggle:i}):i==="restore"?o({restore:c}):s.walk&&h==="step"?a.step(d):o({axis:h,by:d})},n.show(s),n.listen(),
n.notes.send(),a.show(s.walk),()=>n.leave()}export{ke as default};
