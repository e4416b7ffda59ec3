/** Refuses unsupported versions of Node with a message. */

const LEAST = [20, 19];

/** Ends the process when Node is older than the product supports. */
export function requireNode() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major > LEAST[0] || (major === LEAST[0] && minor >= LEAST[1])) return;
  console.error(`Node ${LEAST.join(".")} or newer is needed; this is ${process.version}.`);
  process.exit(1);
}
