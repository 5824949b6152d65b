// Made of ballot/ and shared/ by "npm run build": change those, not this.
function n(h,t,e){let s=document.createElement(h);return t&&(s.className=t),e!==void 0&&(s.textContent=e),s}var d=class{constructor(t){this.root=t,this.chosen={},this.wake=()=>{document.hidden||this.beat()}}listen(){document.addEventListener("visibilitychange",this.wake),this.wait()}leave(){document.removeEventListener(
"visibilitychange",this.wake),clearTimeout(this.timer)}wait(){clearTimeout(this.timer);let t=this.data.seconds*(.8+.4*Math.random());this.timer=setTimeout(()=>{document.hidden?this.wait():this.beat()},
1e3*t)}beat(){this.send({round:this.data.round,answers:this.pending()}),this.wait()}pending(){let t=([e,s])=>this.data.questions[e]?.answer!==s;return Object.fromEntries(Object.entries(this.chosen).filter(
t))}show(t){let e=t.round!==this.data?.round||t.texts.title!==this.data.texts.title;(t.round!==this.data?.round||t.revealed)&&(this.chosen={}),this.data=t,e&&this.build(),t.questions.forEach((s,i)=>this.
mark(s,i)),this.report(),this.root.dataset.painted=t.round}build(){let{texts:t,questions:e}=this.data;this.fields=e.map((s,i)=>this.field(s,i)),this.status=n("p"),this.status.setAttribute("role","stat\
us"),this.root.replaceChildren(n("h1","",t.title),n("p","sentence",t.sentence),...this.fields,n("p","note",t.note),this.status)}field(t,e){let s=n("fieldset"),i=n("div","options");for(let a of t.options){
let r=n("label"),o=n("input");o.type="radio",o.name=`question ${e}`,o.value=a.place,o.addEventListener("change",()=>this.choose(e,a.place)),r.append(o,n("span","",a.word),n("small"),n("i")),i.append(r)}
return s.append(n("legend","",t.text),i),s}mark(t,e){let s=this.chosen[e]??t.answer;[...this.fields[e].querySelectorAll("label")].forEach((i,a)=>{let r=t.options[a],o=i.querySelector("input");o.checked=
r.place===s,o.disabled=this.data.revealed,i.classList.toggle("best",r.is_best),i.querySelector("small").textContent=r.note,i.querySelector("i").style.width=`${100*r.weight}%`})}choose(t,e){this.chosen[t]=
e,this.report(),this.beat()}report(){let{texts:t,questions:e,revealed:s}=this.data,i=Object.keys(this.pending()).length>0,a=e.some(c=>c.answer!==null),o=t[s?"result":i?"sending":a?"sent":"hint"];this.
status.textContent!==o&&(this.status.textContent=o)}};function p({data:[h],parentElement:t,setTriggerValue:e}){let s=t.querySelector(".ballot"),i=s.view??=new d(s);return i.send=a=>e("beat",a),i.show(
h),i.listen(),()=>i.leave()}export{p as default};
