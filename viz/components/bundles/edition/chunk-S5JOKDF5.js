// Made of edition/, engine/, sheet/, host/ and shared/ by "npm run build": change those, not this.
function c(o,n,t){let e=document.createElement(o);return n&&(e.className=n),t!==void 0&&(e.textContent=t),e}export{c as a};
