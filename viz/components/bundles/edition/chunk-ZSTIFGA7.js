// Made of edition/, engine/, sheet/, host/ and shared/ by "npm run build": change those, not this.
function n(e,S){if(e.adoptedStyleSheets.length)return;let t=new CSSStyleSheet;t.replaceSync(S),e.adoptedStyleSheets=[t]}export{n as a};
