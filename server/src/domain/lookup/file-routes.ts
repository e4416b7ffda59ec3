/** Maps the operations of members' pictures to actions, with what names each. */
import type { FileLine } from "@yunjing/contract/schemas/operators/files";
import type { Context } from "../../platform/context.ts";
import { keysetPageOf, keysetResult } from "../../platform/database/keyset.ts";
import type { Db } from "../../platform/database/pool.ts";
import type { FileStore } from "../../platform/files/port.ts";
import { memberOf } from "../../platform/http/call.ts";
import { withoutNulls } from "../../platform/http/fields.ts";
import type { Handlers } from "../../platform/http/handlers.ts";
import type { NamesOf } from "../../platform/person-names.ts";
import {
  blockFile,
  freshLink,
  listUsedFiles,
  removeFile,
  revealFile,
  unblockFile,
  type UsedFile,
  usedFile,
} from "../files/actions.ts";
import { findNamedMember, memberLabels } from "../members/actions.ts";
import { usesOfFile } from "./store/file-uses.ts";

type Deps = { readonly store: FileStore; readonly namesOf: NamesOf };

const stateOf = ({ blockedAt, removedAt }: UsedFile): FileLine["state"] =>
  removedAt !== null ? "removed" : blockedAt === null ? "served" : "blocked";

export const operatorFileRoutes = (
  context: Context,
  db: Db,
  { store, namesOf }: Deps,
): Handlers<"operatorFiles"> => {
  const labelled = async (files: readonly UsedFile[], readerId: string) => {
    const labels = await memberLabels(
      db,
      files.map(({ ownerId }) => ownerId),
    );
    return (file: UsedFile): FileLine => {
      const label = labels.get(file.ownerId);
      const isShown = file.use === "avatar" && file.blockedAt === null;
      return {
        fileId: file.id,
        use: file.use,
        state: stateOf(file),
        type: file.type,
        bytes: file.bytes,
        createdAt: file.createdAt,
        ...(label && {
          member: { memberNo: label.memberNo, nickname: label.nickname, phone: label.phone },
        }),
        ...(isShown ? { thumbnailUrl: freshLink(context, { path: file.path, readerId }) } : {}),
      };
    };
  };
  return {
    list: async ({ use, state, memberNo, from, to, cursor, pageSize }, call) => {
      const ownerId = memberNo === undefined ? undefined : await findNamedMember(db, { memberNo });
      if (memberNo !== undefined && ownerId === undefined) return { list: [] };
      const page = keysetPageOf({ cursor, pageSize });
      const wanted = { use, isBlocked: state === "blocked", ownerId, from, to };
      const rows = await listUsedFiles(db, {
        ...wanted,
        after: page.after,
        limit: page.limit + 1,
      });
      return keysetResult(rows, page, await labelled(rows, memberOf(call).memberId));
    },
    detail: async ({ fileId }, call) => {
      const file = await usedFile(db, fileId);
      const line = (await labelled([file], memberOf(call).memberId))(file);
      const { blockedBy, ownerId } = file;
      const nameOf = await namesOf(db, blockedBy === null ? [] : [blockedBy]);
      return {
        ...line,
        usedIn: await usesOfFile(db, { ownerId, fileId }),
        ...withoutNulls({
          blockedAt: file.blockedAt,
          blockReason: file.blockReason,
          removedAt: file.removedAt,
        }),
        ...(blockedBy === null ? {} : { blockedBy: { id: blockedBy, name: nameOf(blockedBy) } }),
      };
    },
    reveal: async ({ fileId }, call) => {
      const { memberId: readerId } = memberOf(call);
      const path = await revealFile(context, db, { fileId, operatorId: readerId });
      return { url: freshLink(context, { path, readerId }) };
    },
    block: async ({ fileId, reason }, call) => {
      await blockFile(context, db, { fileId, reason, by: memberOf(call).memberId });
      return {};
    },
    unblock: async ({ fileId }) => {
      await usedFile(db, fileId);
      await unblockFile(db, fileId);
      return {};
    },
    remove: async ({ fileId, reason }, call) => {
      await removeFile(context, db, store, { fileId, reason, by: memberOf(call).memberId });
      return {};
    },
  };
};
