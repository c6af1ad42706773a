import { createHash } from 'node:crypto';
import { open, type FileHandle } from 'node:fs/promises';
import type { BackupFile, BackupStore, S3Location, StoredFile } from '../../ports/operation/backups.ts';
import { S3Client } from './s3-client.ts';
import { getChildText } from './xml-elements.ts';

const mebibyte = 1024 * 1024;
/** The store allows 5 MiB or more, and at most 10,000 parts of a file. */
const partBytesMin = 16 * mebibyte;
const partsMax = 9_000;
/** The largest number of files that a store lists at once. */
const pageSizeMax = 1_000;

interface S3StoreOptions {
  readonly partBytes?: number;
  /** Number of files per page of a list. */
  readonly pageSize?: number;
  readonly retryPausesMs?: readonly number[];
}

/** Backups in an S3-compatible store. A file that is larger than a part is sent as a multipart upload, which is aborted on failure. */
export class S3Store implements BackupStore {
  readonly folder = null;
  readonly #location: S3Location;
  readonly #client: S3Client;
  readonly #partBytes: number;
  readonly #pageSize: number;

  constructor(
    location: S3Location,
    { partBytes = partBytesMin, pageSize = pageSizeMax, retryPausesMs }: S3StoreOptions = {},
  ) {
    this.#location = location;
    this.#client = new S3Client(location, retryPausesMs);
    this.#partBytes = partBytes;
    this.#pageSize = pageSize;
  }

  get place(): string {
    const { bucket, prefix } = this.#location;
    return `s3://${[bucket, prefix].filter((part) => part !== '').join('/')}`;
  }

  async list(start: string): Promise<readonly StoredFile[]> {
    const found: StoredFile[] = [];
    const top = this.#key('').length;
    for (let last = ''; ;) {
      const query = {
        'list-type': '2',
        'max-keys': String(this.#pageSize),
        prefix: this.#key(start),
        ...(last === '' ? {} : { 'start-after': last }),
      };
      const page = await this.#client.document({ method: 'GET', key: '', query });
      const contents = page?.children['Contents'] ?? [];
      for (const content of contents)
        found.push({
          path: getChildText(content, 'Key').slice(top),
          bytes: Number(getChildText(content, 'Size')),
        });
      const [key = ''] = contents.slice(-1).map((content) => getChildText(content, 'Key'));
      if (page === null || key === '' || getChildText(page, 'IsTruncated') !== 'true') return found;
      last = key;
    }
  }

  read(path: string): AsyncIterable<Uint8Array> {
    return this.#client.bytes(this.#key(path));
  }

  async write(path: string, from: string, expected: Omit<BackupFile, 'file'>): Promise<void> {
    const key = this.#key(path);
    const partBytes = Math.max(this.#partBytes, mebibyte * Math.ceil(expected.bytes / partsMax / mebibyte));
    await using file = await open(from, 'r');
    const parts = readParts(file, partBytes, (bytes, sha256) => {
      if (bytes !== expected.bytes || sha256 !== expected.sha256)
        throw new Error(`${path} changed while it was uploaded`);
    });
    if (expected.bytes > partBytes) return await this.#writeParts(key, parts);
    for await (const body of parts) await this.#client.document({ method: 'PUT', key, body });
  }

  async remove(path: string): Promise<void> {
    await this.#client.document({ method: 'DELETE', key: this.#key(path) });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#client[Symbol.asyncDispose]();
  }

  async #writeParts(key: string, parts: AsyncIterable<Buffer>): Promise<void> {
    const upload = await this.#client.document({ method: 'POST', key, query: { uploads: '' } });
    const uploadId = upload === null ? '' : getChildText(upload, 'UploadId');
    if (uploadId === '') throw new Error('The store did not start the upload');
    const tags: string[] = [];
    try {
      for await (const body of parts) {
        const query = { partNumber: String(tags.length + 1), uploadId };
        const tag = await this.#client.header({ method: 'PUT', key, query, body }, 'etag');
        if (tag === null) throw new Error('The store did not name a part');
        tags.push(tag);
      }
      const partElements = tags.map(
        (tag, i) => `<Part><PartNumber>${i + 1}</PartNumber><ETag>${escapeXml(tag)}</ETag></Part>`,
      );
      const body = Buffer.from(`<CompleteMultipartUpload>${partElements.join('')}</CompleteMultipartUpload>`);
      await this.#client.document({ method: 'POST', key, query: { uploadId }, body });
    } catch (error) {
      // Parts of an upload that was not completed would be stored, and paid for, without being listed.
      await this.#client.document({ method: 'DELETE', key, query: { uploadId } }).catch(() => undefined);
      throw error;
    }
  }

  #key(path: string): string {
    const { prefix } = this.#location;
    return prefix === '' ? path : `${prefix}/${path}`;
  }
}

/** Reads the file in parts, at least one. `check` gets the size and digest of the whole file before the last part is sent. */
async function* readParts(
  file: FileHandle,
  partBytes: number,
  check: (bytes: number, sha256: string) => void,
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  let bytes = 0;
  let next = await readPart(file, partBytes);
  for (;;) {
    const part = next;
    hash.update(part);
    bytes += part.length;
    next = await readPart(file, partBytes);
    const isLast = next.length === 0;
    if (isLast) check(bytes, hash.digest('hex'));
    yield part;
    if (isLast) return;
  }
}

async function readPart(file: FileHandle, partBytes: number): Promise<Buffer> {
  const part = Buffer.allocUnsafe(partBytes);
  let length = 0;
  while (length < partBytes) {
    const { bytesRead } = await file.read(part, length, partBytes - length);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return part.subarray(0, length);
}

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
