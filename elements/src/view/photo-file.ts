const sideMax = 1_024;

/** A photo as it is sent: at most 1,024 pixels on each side; as it is where the browser cannot read it. */
export async function shrinkPhoto(file: Blob): Promise<{ blob: Blob; preview: HTMLCanvasElement | null }> {
  const picture = await createImageBitmap(file).catch(() => null);
  if (picture === null) return { blob: file, preview: null };
  const scale = Math.min(1, sideMax / Math.max(picture.width, picture.height));
  // A canvas, as many content security policies allow no pictures of `blob:`.
  const preview = document.createElement('canvas');
  preview.width = Math.max(1, Math.round(picture.width * scale));
  preview.height = Math.max(1, Math.round(picture.height * scale));
  preview.getContext('2d')?.drawImage(picture, 0, 0, preview.width, preview.height);
  picture.close();
  const blob = await new Promise<Blob | null>((resolve) => preview.toBlob(resolve, 'image/jpeg', 0.9));
  return { blob: blob ?? file, preview };
}
