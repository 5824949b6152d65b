// Made of edition/, engine/, sheet/, host/ and shared/ by "npm run build": change those, not this.
import{a,b,c,d}from"./chunk-O6DQI3DA.js";export{d as asked,c as failed,a as makeWorker,b as worker};
