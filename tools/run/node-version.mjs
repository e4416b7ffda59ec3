/** Refuses unsupported versions of Node with a message. */

const NODE_VERSION_MIN = [20, 19];

/** Ends the process when Node is older than the product supports. */
export function requireNode() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (
    major > NODE_VERSION_MIN[0] ||
    (major === NODE_VERSION_MIN[0] && minor >= NODE_VERSION_MIN[1])
  )
    return;
  console.error(
    `Node ${NODE_VERSION_MIN.join(".")} or newer is needed; this is ${process.version}.`,
  );
  process.exit(1);
}
