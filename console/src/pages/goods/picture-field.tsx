/** 图片: the uploaded picture of goods or a brand, and the way to a new one or back to the drawing. */
import { may } from "../../api/operator.ts";
import { Button } from "../../parts/button.tsx";
import { GoodsPicture } from "../../parts/goods-picture.tsx";
import { PictureChoice } from "./picture-choice.tsx";
import styles from "./picture-field.module.css";

export function PictureField(props: {
  readonly pictureId: string | undefined;
  readonly artwork: string;
  readonly fault?: string | undefined;
  readonly onChange: (pictureId: string | undefined) => void;
}) {
  const { pictureId, artwork, fault, onChange } = props;
  return (
    <div className={styles.field} role="group" aria-label="图片">
      {pictureId === undefined ? (
        <GoodsPicture artwork={artwork} />
      ) : (
        <img src={`/pictures/${pictureId}/192.webp`} alt="现在的图片" width={64} height={64} />
      )}
      {may("catalog:edit") && (
        <>
          <PictureChoice
            label={pictureId === undefined ? "上传图片" : "更换图片"}
            onDone={onChange}
          />
          {pictureId !== undefined && (
            <Button size="small" onClick={() => onChange(undefined)}>
              用回图案
            </Button>
          )}
        </>
      )}
      <span className={styles.help} data-fault={fault === undefined ? undefined : true}>
        {fault ?? "JPG、PNG、WebP，最大 10 MB；没有图片时显示图案"}
      </span>
    </div>
  );
}
