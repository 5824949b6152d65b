// Made of edition/, engine/, sheet/, host/ and shared/ by "npm run build": change those, not this.
var r=()=>new Worker(new URL("./worker.js",import.meta.url),{type:"module"}),o=r(),t=new Promise(e=>{o.addEventListener("error",e)}),n=fetch(new URL("../edition.json",import.meta.url)).catch(()=>null);export{r as a,o as b,t as c,n as d};
