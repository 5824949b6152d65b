// Made of edition/, engine/, sheet/, host/ and shared/ by "npm run build": change those, not this.
import{a,b,c,d}from"./chunk-ISJYO3BP.js";export{d as asked,c as failed,a as makeWorker,b as worker};
