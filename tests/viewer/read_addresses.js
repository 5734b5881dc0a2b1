// Reads addresses from its standard input, and writes those that the viewer makes of their positions.

import { text } from "node:stream/consumers";

import { readAddress, writeAddress } from "../../arena/viewer/address.js";

const addresses = JSON.parse(await text(process.stdin));
process.stdout.write(JSON.stringify(addresses.map((one) => writeAddress(readAddress(one)))));
