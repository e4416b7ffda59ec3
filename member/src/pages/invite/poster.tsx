/**
 * InvitePoster: the member's invitation posters to save and share, their link, and the campaign's
 * rules.
 */
import type { PosterSheet } from "@yunjing/contract/schemas/posters";
import { useState } from "react";
import { userMessageFor } from "../../device/failure.ts";
import { BottomSheet } from "../../components/bottom-sheet.tsx";
import { Button } from "../../components/button.tsx";
import { Card, Section } from "../../components/card.tsx";
import { Dock } from "../../components/dock.tsx";
import { ErrorBlock } from "../../components/empty-state.tsx";
import { Entries, IconEntry } from "../../components/grid-entry.tsx";
import { QrCode } from "../../components/qr-code.tsx";
import {
  copyPosterLink,
  previewPosters,
  savePoster,
  sharePoster,
  type ShownPoster,
} from "./poster/poster-actions.ts";
import { Carousel } from "./poster/carousel.tsx";
import { chain, download, qr, send } from "./poster/icons.ts";
import styles from "./poster/poster.module.css";
import { type PictureQuery, usePictures, usePosterSheet } from "./poster/use-pictures.ts";

const REWARDS = "/pages/invite/reward";
/** Fits the narrowest sheet, and a friend's camera can scan it across a table. */
const QR_PX = 232;

/** Returns the loaded posters, in their order. */
const shownOf = (
  { posters }: PosterSheet,
  pictures: readonly PictureQuery[],
): readonly ShownPoster[] =>
  posters.flatMap((poster, place) => {
    const picture = pictures[place]?.data;
    return picture ? [{ poster, picture }] : [];
  });

function Sheet({ sheet }: { readonly sheet: PosterSheet }) {
  const [at, setAt] = useState(0);
  const [isFaceToFace, setFaceToFace] = useState(false);
  const pictures = usePictures(sheet.posters, at);
  const shown = shownOf(sheet, pictures);
  const current = shown.find(({ poster }) => poster === sheet.posters[at]);
  const open = (place: number) => {
    const start = shown.findIndex(({ poster }) => poster === sheet.posters[place]);
    if (start >= 0) void previewPosters(shown, start);
  };
  return (
    <>
      <Carousel posters={sheet.posters} pictures={pictures} at={at} onTurn={setAt} onOpen={open} />
      <div className={styles.body}>
        <Card>
          <Entries label="发给朋友" columns={3}>
            <IconEntry name="复制链接" icon={chain} onPress={() => void copyPosterLink(sheet)} />
            <IconEntry name="分享给朋友" icon={send} onPress={() => void sharePoster(sheet)} />
            <IconEntry name="面对面扫码" icon={qr} onPress={() => setFaceToFace(true)} />
          </Entries>
        </Card>
        <Section title="规则" all={{ text: "邀请明细", href: REWARDS }}>
          <ul className={styles.rules}>
            {sheet.rules.map((rule) => (
              <li key={rule}>{rule}</li>
            ))}
          </ul>
        </Section>
      </div>
      <Dock>
        <Button
          block
          appearance="main"
          icon={download}
          reason={current ? undefined : "海报还没有出来"}
          onPress={() => current && savePoster(current)}
        >
          保存图片
        </Button>
      </Dock>
      <BottomSheet
        isOpen={isFaceToFace}
        onClose={() => setFaceToFace(false)}
        title="面对面扫码"
        note="请朋友用微信或相机扫一扫"
      >
        <div className={styles.face}>
          <QrCode text={sheet.link} size={QR_PX} label="邀请链接的二维码" />
        </div>
      </BottomSheet>
    </>
  );
}

/** Skeleton with the page's final size, so that nothing moves when the posters arrive. */
const Coming = () => (
  <div className={styles.carousel} role="status" aria-label="加载中">
    <div className={styles.track}>
      <div className={styles.slide} data-on="">
        <div className={styles.coming}>
          <i />
          <i />
          <b />
          <span />
        </div>
      </div>
    </div>
    <div className={styles.dots} />
  </div>
);

export default function InvitePosterPage() {
  const sheet = usePosterSheet();
  return (
    <div className={styles.page}>
      {sheet.data && <Sheet sheet={sheet.data} />}
      {sheet.isPending && <Coming />}
      {sheet.isError && !sheet.data && (
        <ErrorBlock note={userMessageFor(sheet.error)} onRetry={() => sheet.refetch()} />
      )}
    </div>
  );
}
