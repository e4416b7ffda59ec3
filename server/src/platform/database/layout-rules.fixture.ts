/**
 * Checks the ten rules of growth.md as far as the catalogue shows them; describes every violation
 * in one sentence.
 */
import { lifecycleTriggers } from "./lifecycle-sql.ts";
import { ownValue } from "@yunjing/contract/own-value";
import type { DatabaseLayout, Placement, TableLayout } from "./layout-types.ts";
import { distributionViolations } from "./distribution-rules.fixture.ts";
import type { Catalogue, ForeignKey, Routine, Table } from "./layout-catalogue.fixture.ts";
import { delegationViolations } from "./routine-tables.fixture.ts";

type Tables = DatabaseLayout["tables"];

function keyViolations(table: Table, { placement, key }: TableLayout): string[] {
  const breaches: string[] = [];
  if (table.key?.join() !== key.join()) {
    breaches.push(`${table.name}: the key is (${table.key ?? ""}), the layout says (${key})`);
  }
  if (placement === "member") {
    const owner = table.columns.find(({ name }) => name === "member_id");
    if (table.key?.[0] !== "member_id" || owner?.type !== "uuid" || owner.isNullable) {
      breaches.push(`${table.name}: member_id uuid NOT NULL must come first in the key`);
    }
  }
  const moved = table.columns.filter(
    ({ name, isUpdatable }) => isUpdatable && table.key?.includes(name),
  );
  if (placement !== "reference" && moved.length > 0) {
    breaches.push(`${table.name}: the key may be updated (${moved.map(({ name }) => name)})`);
  }
  return breaches;
}

/**
 * On a distributed database only an index that contains the distribution column is unique, and only
 * one that begins with it stays on one node.
 */
function indexViolations(
  table: Table,
  { placement, key, crossNodeIndexes = {} }: TableLayout,
): string[] {
  const known = new Set(Object.keys(crossNodeIndexes));
  const breaches: string[] = [];
  const isSpread = placement === "member" || placement === "value";
  for (const { name, columns, isUnique } of isSpread ? table.indexes : []) {
    const isNear = columns[0] === key[0];
    if (isUnique && !isNear)
      breaches.push(`${table.name}: ${name} is unique without ${key[0]} first`);
    else if (!isNear && !known.has(name))
      breaches.push(`${table.name}: ${name} does not begin with ${key[0]}`);
    else if (!isNear) known.delete(name);
  }
  return [
    ...breaches,
    ...[...known].map((name) => `${table.name}: ${name} is allowed, and not there`),
  ];
}

const MAY_REFERENCE: Readonly<Record<Placement, readonly Placement[]>> = {
  member: ["member", "reference"],
  value: ["reference"],
  reference: ["reference"],
  local: ["local", "reference"],
};

function foreignKeyViolations(table: Table, { placement }: TableLayout, layout: Tables): string[] {
  const breach = ({ name, columns, target, targetColumns }: ForeignKey): string[] => {
    const to = ownValue(layout, target)?.placement;
    if (!to || !MAY_REFERENCE[placement].includes(to)) {
      return [`${table.name}: ${name} leads from a ${placement} table to ${target}`];
    }
    const isWithin = columns[0] === "member_id" && targetColumns[0] === "member_id";
    return to === "member" && !isWithin
      ? [`${table.name}: ${name} must carry member_id first on both sides`]
      : [];
  };
  return table.foreignKeys.flatMap(breach);
}

function columnViolations(
  table: Table,
  { placement, editableNumbers = [] }: TableLayout,
): string[] {
  const counted = table.columns.filter(({ isCounted }) => isCounted);
  const numbers = table.columns.filter(({ isNumber, isUpdatable }) => isNumber && isUpdatable);
  const counters =
    placement === "reference" ? numbers.filter(({ name }) => !editableNumbers.includes(name)) : [];
  const stale = editableNumbers.filter((figure) => !numbers.some(({ name }) => name === figure));
  return [
    ...counted.map(({ name }) => `${table.name}: ${name} takes its value from a sequence`),
    ...counters.map(({ name }) => `${table.name}: ${name} could be a counter in a definition`),
    ...stale.map((name) => `${table.name}: ${name} is allowed as a figure, and not there`),
    ...table.deferrable.map((name) => `${table.name}: ${name} is deferrable`),
    ...table.triggers
      .filter((name) => !lifecycleTriggers.includes(name))
      .map((name) => `${table.name}: trigger ${name}; promises are CHECK, UNIQUE, FK and GRANT`),
  ];
}

const GRANTS_OF = {
  nothing: [],
  read: ["SELECT"],
  append: ["SELECT", "INSERT"],
  change: ["SELECT", "INSERT", "UPDATE"],
} as const;

function grantViolations(table: Table, { may, deleteReason }: TableLayout): string[] {
  const due: string[] = [...GRANTS_OF[may], ...(deleteReason ? ["DELETE"] : [])];
  const differs =
    due.length !== table.app.length || due.some((right) => !table.app.includes(right));
  return [
    ...(differs ? [`${table.name}: the application may ${table.app}, the layout says ${due}`] : []),
    ...table.everybody.map((right) => `${table.name}: everybody may ${right}`),
    ...(table.owner === "yunjing_app" ? [`${table.name}: the application owns it`] : []),
  ];
}

// Rules 7 and 9, checked on the source text: what a function must not do, because it runs on one of
// many nodes.
const FORBIDDEN =
  /\b(gen_random_uuid|uuidv[47]|clock_timestamp|timeofday|random|nextval|setval|pg_notify|notify|pg_(try_)?advisory\w*|merge\s+into|skip\s+locked|rollup|dblink\w*|execute)\b/i;
// A caller's argument may be NULL, and `NULL <> x` lets an IF pass that should refuse.
const CONDITION = /\b(?:ELS)?IF\b([\s\S]*?)\bTHEN\b/g;
const NULLABLE = /(?:\bp_\w+|->>'\w+')\S*\s*(?:<>|!=)|(?:<>|!=)\s*\(?p_\w+/;
const WRITES = /\b(insert|update|delete|now|from(?!\s+(?:unnest|jsonb_\w+)\())\b/i;

function routineViolations(
  routine: Routine,
  { securityDefiners, internalFunctions, withoutMemberFirst }: DatabaseLayout,
  owner: string | undefined,
): string[] {
  const { name, body, isDefiner, volatility } = routine;
  const says = (text: string) => `${name}(): ${text}`;
  const breaches: string[] = [];
  const code = body.replace(/--.*$/gm, "");
  const forbidden = FORBIDDEN.exec(code);
  if (forbidden) breaches.push(says(`does what only one machine could: ${forbidden[0]}`));
  for (const [, condition = ""] of code.matchAll(CONDITION)) {
    const loose = NULLABLE.exec(condition);
    if (loose) breaches.push(says(`compares what may be null; use IS DISTINCT FROM: ${loose[0]}`));
  }
  if (routine.owner !== owner) breaches.push(says(`belongs to ${routine.owner}`));
  if (volatility === "i" && WRITES.test(code))
    breaches.push(says("calls itself immutable and reads or writes"));
  if (volatility !== "i" && routine.first !== "p_member" && !(name in withoutMemberFirst)) {
    breaches.push(says("must take p_member first"));
  }
  if (isDefiner !== securityDefiners.includes(name)) {
    breaches.push(
      says(isDefiner ? "acts with the owner's rights" : "must act with the owner's rights"),
    );
  }
  if (isDefiner && routine.settings.join() !== "search_path=public, pg_temp") {
    breaches.push(says("must fix its search_path"));
  }
  if ((isDefiner || internalFunctions.includes(name)) && routine.isForEverybody) {
    breaches.push(says("may be called by everybody"));
  }
  if (routine.isForApp === internalFunctions.includes(name)) {
    breaches.push(
      says(routine.isForApp ? "is not for the application" : "cannot be called by the application"),
    );
  }
  return breaches;
}

/** Returns every violation of the layout, one sentence each; empty when there is none. */
export function layoutViolations(catalogue: Catalogue, layout: DatabaseLayout): string[] {
  const { tables, routines, sequences } = catalogue;
  const there = new Set(tables.map(({ name }) => name));
  const owner = tables.find(({ name }) => name === "ledger_account")?.owner;
  const routineNames = new Set(routines.map(({ name }) => name));
  return [
    ...Object.keys(layout.tables)
      .filter((name) => !there.has(name))
      .map((name) => `${name}: is not there`),
    ...tables.flatMap((table) => {
      const place = ownValue(layout.tables, table.name);
      if (!place) return [`${table.name}: is in no layout`];
      return [
        ...keyViolations(table, place),
        ...indexViolations(table, place),
        ...foreignKeyViolations(table, place, layout.tables),
        ...columnViolations(table, place),
        ...grantViolations(table, place),
      ];
    }),
    ...sequences.map((name) => `${name}: is a sequence`),
    ...catalogue.views
      .filter((name) => !layout.views.includes(name))
      .map((name) => `${name}: is a view in no layout`),
    ...routines.flatMap((routine) => routineViolations(routine, layout, owner)),
    ...routines.flatMap(distributionViolations),
    ...delegationViolations(routines, layout),
    ...[
      ...layout.securityDefiners,
      ...layout.internalFunctions,
      ...Object.keys(layout.withoutMemberFirst),
      ...layout.atCoordinator,
    ]
      .filter((name) => !routineNames.has(name))
      .map((name) => `${name}(): is named in the layout, and not there`),
  ];
}
