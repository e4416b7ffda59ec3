/**
 * The friends of one inviter and the devices and payers that they share: as a drawing whose friends
 * are links, and as a table with the same content.
 */
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type MouseEvent, useState } from "react";
import { api, apiQuery, type Item } from "../../api/client.ts";
import { EMPTY } from "../../parts/format.ts";
import { Section } from "../../parts/panel.tsx";
import { MemberLink } from "../../parts/record/record-links.tsx";
import { Failed, Skeleton } from "../../parts/state.tsx";
import { Segments } from "../../parts/tabs.tsx";
import styles from "./inviter-graph.module.css";
import { type SharedSign, sharedSigns } from "./shared-signs.ts";

type Row = Item<typeof api.operatorInvitations.bindings>;

/** The friends that one drawing holds; the list has all of them. */
const FRIENDS_MAX = 12;
const ROW_HEIGHT = 34;
const WIDTH = 380;
const FRIEND_X = 176;
const SIGN_X = 288;

const kindWords = { device: "设备", payer: "付款" } as const;
const lines = { device: styles.device, payer: styles.payer } as const;
const boxes = { device: styles.deviceBox, payer: styles.payerBox } as const;

/** The middle of the place in a column of `count` rows over `height`, in px. */
const middleOf = (place: number, count: number, height: number): number =>
  ((place + 0.5) * height) / count;

function Drawing(props: {
  readonly inviterNo: string;
  readonly rows: readonly Row[];
  readonly signs: readonly SharedSign[];
}) {
  const { inviterNo, rows, signs } = props;
  const navigate = useNavigate();
  const height = Math.max(rows.length, signs.length * 1.5, 2) * ROW_HEIGHT;
  const friendY = (place: number) => middleOf(place, rows.length, height);
  const open = (event: MouseEvent, memberNo: string) => {
    event.preventDefault();
    void navigate({ to: `/members/${memberNo}` });
  };
  return (
    <svg
      className={styles.graph}
      viewBox={`0 0 ${WIDTH} ${height}`}
      role="group"
      aria-label={`${inviterNo} 的好友与共用的设备、付款账户`}
    >
      {rows.map(({ bindingId }, place) => (
        <line
          key={bindingId}
          className={styles.bond}
          x1={74}
          y1={height / 2}
          x2={FRIEND_X - 34}
          y2={friendY(place)}
        />
      ))}
      {signs.flatMap(({ kind, tail, friends }, at) =>
        friends.map((place) => (
          <line
            key={`${kind} ${tail} ${place}`}
            className={lines[kind]}
            x1={FRIEND_X + 34}
            y1={friendY(place)}
            x2={SIGN_X}
            y2={middleOf(at, signs.length, height)}
          />
        )),
      )}
      <text className={styles.inviter} x={37} y={height / 2}>
        {inviterNo}
      </text>
      {rows.map(({ bindingId, memberNo, state }, place) => (
        <a
          key={bindingId}
          href={`/console/members/${memberNo}`}
          aria-label={`好友 ${memberNo}`}
          onClick={(event) => open(event, memberNo)}
        >
          <rect
            className={styles.friend}
            data-ended={state === "MOVED" || state === "REJECTED" || undefined}
            x={FRIEND_X - 34}
            y={friendY(place) - 12}
            width={68}
            height={24}
            rx={12}
          />
          <text x={FRIEND_X} y={friendY(place)}>
            {memberNo}
          </text>
        </a>
      ))}
      {signs.map(({ kind, tail, friends }, at) => (
        <g key={`${kind} ${tail}`}>
          <rect
            className={boxes[kind]}
            x={SIGN_X}
            y={middleOf(at, signs.length, height) - 18}
            width={88}
            height={36}
            rx={8}
          />
          <text x={SIGN_X + 44} y={middleOf(at, signs.length, height)}>
            {kindWords[kind]} …{tail} · {friends.length} 人
          </text>
        </g>
      ))}
    </svg>
  );
}

function FriendTable({ rows }: { readonly rows: readonly Row[] }) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">好友</th>
          <th scope="col">设备</th>
          <th scope="col">付款</th>
          <th scope="col">风险</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ bindingId, memberNo, device, payer, riskScore }) => (
          <tr key={bindingId}>
            <td>
              <MemberLink memberNo={memberNo} />
            </td>
            <td>{device === undefined ? EMPTY : `…${device}`}</td>
            <td>{payer === undefined ? EMPTY : `…${payer}`}</td>
            <td>{riskScore === undefined ? EMPTY : `${riskScore} 分`}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function InviterGraph({ inviterNo }: { readonly inviterNo: string }) {
  const [view, setView] = useState<"graph" | "table">("graph");
  const input = { inviterNo, pageSize: FRIENDS_MAX };
  const query = useQuery(apiQuery(api.operatorInvitations.bindings, input));
  const { data } = query;
  if (!data)
    return query.isError ? (
      <Failed failure={query.error} onRetry={() => void query.refetch()} />
    ) : (
      <Skeleton rows={3} />
    );
  const signs = sharedSigns(data.list);
  const more = data.nextCursor === undefined ? "" : "最近的 ";
  return (
    <Section
      title={`${inviterNo} 的 ${more}${data.list.length} 位好友`}
      aside={
        <Segments
          label="画法"
          value={view}
          onChange={setView}
          choices={[
            ["graph", "图"],
            ["table", "表"],
          ]}
        />
      }
    >
      {view === "graph" ? (
        <Drawing inviterNo={inviterNo} rows={data.list} signs={signs} />
      ) : (
        <FriendTable rows={data.list} />
      )}
      {signs.length === 0 && <p className={styles.note}>没有共用的设备或付款账户。</p>}
    </Section>
  );
}
