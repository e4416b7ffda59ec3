/** 图片: the uploaded picture of goods or a brand, and the way to a new one or back to the drawing. */
import { ImageUp } from "lucide-react";
import { useId, useState } from "react";
import { may } from "../../api/operator.ts";
import { Button } from "../../parts/button.tsx";
import { GoodsPicture } from "../../parts/goods-picture.tsx";
import styles from "./picture-field.module.css";
import { PictureUpload } from "./picture-upload.tsx";

export function PictureField(props: {
  readonly pictureId: string | undefined;
  readonly artwork: string;
  readonly fault?: string | undefined;
  readonly onChange: (pictureId: string | undefined) => void;
}) {
  const { pictureId, artwork, fault, onChange } = props;
  const [file, setFile] = useState<File>();
  const input = useId();
  return (
    <div className={styles.field} role="group" aria-label="图片">
      {pictureId === undefined ? (
        <GoodsPicture artwork={artwork} />
      ) : (
        <img src={`/pictures/${pictureId}/192.webp`} alt="现在的图片" width={64} height={64} />
      )}
      {may("catalog:edit") && (
        <>
          <input
            id={input}
            className={styles.file}
            type="file"
            accept="image/jpeg,image/png,image/webp"
            onChange={(event) => {
              setFile(event.target.files?.[0]);
              event.target.value = "";
            }}
          />
          <label className={styles.choose} htmlFor={input}>
            <ImageUp aria-hidden="true" />
            {pictureId === undefined ? "上传图片" : "更换图片"}
          </label>
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
      {file && (
        <PictureUpload
          file={file}
          onClose={() => setFile(undefined)}
          onDone={({ pictureId: made }) => onChange(made)}
        />
      )}
    </div>
  );
}
