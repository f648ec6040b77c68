// @ts-check
// node together_channel.js SCRIPT: read messages through an inbox of the script. It reads orders as JSON, one list for
// each inbox: true for a guest's, then [time in ms, text] pairs. It prints what `read` returned for each pair.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const { Inbox, splitMessage } = await import(pathToFileURL(process.argv[2]).href);
/** @type {{ inboxes: [isLimited: boolean, texts: [now: number, text: string][]][], long: string[] }} */
const { inboxes, long } = JSON.parse(readFileSync(0, "utf8"));
const read = inboxes.map(([isLimited, texts]) => {
  const inbox = new Inbox(isLimited);
  return texts.map(([now, text]) => inbox.read(text, now));
});
console.log(JSON.stringify({ read, parts: long.map(splitMessage) }));
