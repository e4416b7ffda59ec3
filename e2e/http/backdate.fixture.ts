/**
 * Moves timestamps of database rows into the past, for waiting times that a test over HTTP cannot
 * wait for.
 */
import { Client } from "pg";
import type { HttpTestEnv } from "./test-env.fixture.ts";

/** Runs one statement as the database owner. */
export async function asOwner(
  { ownerUrl }: HttpTestEnv,
  text: string,
  values: readonly unknown[] = [],
): Promise<void> {
  const owner = new Client({ connectionString: ownerUrl });
  await owner.connect();
  await owner.query(text, [...values]).finally(() => owner.end());
}

/** Moves the proposal's creation 25 hours into the past and returns its ID. */
export async function backdateApproval(testEnv: HttpTestEnv, approvalId: string): Promise<string> {
  const text = "UPDATE approval SET created_at = created_at - interval '25 hours' WHERE id = $1";
  await asOwner(testEnv, text, [approvalId]);
  return approvalId;
}
