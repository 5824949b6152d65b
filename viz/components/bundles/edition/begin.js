// Made of edition/, engine/, host/ and shared/ by "npm run build": change those, not this.
import{a,b,c,d}from"./chunk-3BMZYEGW.js";export{d as asked,c as failed,a as makeWorker,b as worker};
