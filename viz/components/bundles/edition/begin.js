// Made of edition/, engine/, host/ and shared/ by "npm run build": change those, not this.
import{a,b,c}from"./chunk-MU62XYO3.js";export{c as asked,b as failed,a as worker};
