import { readSchemas } from "./generator/modules.ts";
import { keyFaults, readFunctions } from "./json-keys.fixture.ts";
const fs = readFunctions();
const sqlName = (f: string) => f.replace(/[A-Z]/g, (l) => `_${l.toLowerCase()}`);
for (const module of (await readSchemas()).values())
  for (const [name, s] of Object.entries(module))
    for (const [field, a] of Object.entries(s.arguments ?? {})) {
      const list: [string, any][] =
        "attributes" in a
          ? Object.entries((a as any).attributes).map(([p, o]) => [
              `p_${sqlName(field)}.${sqlName(p)}`,
              o,
            ])
          : [[`p_${sqlName(field)}`, a]];
      for (const [e, o] of list) {
        const sc = "orNull" in o ? (o.orNull === true ? undefined : o.orNull) : o;
        if (sc) for (const f of keyFaults(fs, { name, expression: e }, sc)) console.log(f);
      }
    }
