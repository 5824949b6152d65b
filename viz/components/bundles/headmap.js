// Made of headmap/ and shared/ by "npm run build": change those, not this.
function o(t,e,i){let a=document.createElement(t);return e&&(a.className=e),i!==void 0&&(a.textContent=i),a}function m(t,e,i,a){let n=o("button",e.dimmed?"head dimmed":"head"),s=o("span","dot"),d=10+26*e.size;s.style.cssText=`width:${d}px;height:${d}px;background:${e.colour}`;let c=o("span","room");c.append(
s),n.append(c,o("span","label",e.label)),n.type="button",n.title=e.title,n.setAttribute("aria-label",e.title);let[l,u,r]=i;return n.setAttribute("aria-pressed",String(t.stack===l&&e.layer===u&&e.head===
r)),n.addEventListener("click",()=>a(t,e)),n}function b(t,e,i){let a=o("section","grid"),n=o("div","cells");n.style.setProperty("--heads",t.heads);for(let s of t.buttons)s.head===0&&n.append(o("span",
"layer",`${e.layer} ${s.layer+1}`)),n.append(m(t,s,e.chosen,i));return a.append(o("h3","name",t.title),n),a}function k({data:[t],parentElement:e,setTriggerValue:i}){let a=e.querySelector(".headmap"),n=a.
getRootNode().activeElement,s=n?.getAttribute("aria-label"),d=(r,p)=>i("choice",{stack:r.stack,layer:p.layer,head:p.head}),c=o("div","grids"),l=o("div","kinds");c.append(...t.grids.map(r=>b(r,t,d)));for(let[
r,p]of t.legend){let h=o("span","kind"),f=o("span","dot");f.style.cssText=`width:12px;height:12px;background:${r}`,h.append(f,p),l.append(h)}a.replaceChildren(c,l),[...a.querySelectorAll("button")].find(
r=>s&&r.getAttribute("aria-label")===s)?.focus({preventScroll:!0}),a.dataset.painted=JSON.stringify(t.chosen)}export{k as default};
