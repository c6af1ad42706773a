import type {
  ForgottenCorrectionReply,
  FieldsReply,
  LearnedCorrectionsReply,
  SettingsChanges,
  FrontReply,
  PageReportReply,
  ReportPageRequest,
  SettingsPreview,
  SettingsReply,
  SynonymRule,
  PreviewSettingsRequest,
  PreviewSynonymsRequest,
  SynonymsPreview,
  SynonymsReply,
} from './contract.ts';
import {
  segment,
  versionHeader,
  type ChangeOptions,
  type RequestOptions,
  type Transport,
  type Without,
} from './transport.ts';

/** Settings of a project. Requires the scope `settings`. */
export interface SettingsOperations {
  get(project: string, options?: RequestOptions): Promise<SettingsReply>;
  /**
   * Changes settings. With `ifVersion` only if they still have this version. Errors:
   * `invalid_request`, `settings_changed`.
   *
   * @example
   * ```ts
   * await vitrine.settings.change('shop', { search: { customRanking: [{ field: 'margin', order: 'desc' }] } });
   * ```
   */
  change(project: string, changes: SettingsChanges, options?: ChangeOptions): Promise<SettingsReply>;
  /** Runs a search with changes of the search settings that are not stored. Errors as for `change`. */
  preview(
    project: string,
    request: PreviewSettingsRequest,
    options?: RequestOptions,
  ): Promise<SettingsPreview>;
  /** What the script of shops shows on their pages. Requires the scope `search` alone. */
  front(project: string, options?: RequestOptions): Promise<FrontReply>;
  /** Reports a page with the script of shops, as the script does. Requires the scope `events` alone. */
  reportPage(
    project: string,
    report: Without<ReportPageRequest, 'key'>,
    options?: RequestOptions,
  ): Promise<PageReportReply>;
  synonyms(project: string, options?: RequestOptions): Promise<SynonymsReply>;
  /** Replaces all synonyms, effective immediately. Errors as for `change`. */
  changeSynonyms(
    project: string,
    synonyms: readonly SynonymRule[],
    options?: ChangeOptions,
  ): Promise<SynonymsReply>;
  /** How many items a search would find in addition with more synonyms, which are not stored. Errors as for `change`. */
  previewSynonyms(
    project: string,
    request: PreviewSynonymsRequest,
    options?: RequestOptions,
  ): Promise<SynonymsPreview>;
  /** The fields of the items with their types, by name, up to 1,000. */
  fields(project: string, options?: RequestOptions): Promise<FieldsReply>;
  /** The corrections that visitors taught, up to 500, those of most visitors first. */
  learnedCorrections(project: string, options?: RequestOptions): Promise<LearnedCorrectionsReply>;
  /** Deletes what visitors searched for in place of a word. They can teach it again. Error: `invalid_request`. */
  forgetLearnedCorrection(
    project: string,
    word: string,
    options?: RequestOptions,
  ): Promise<ForgottenCorrectionReply>;
}

export function settingsOperations(transport: Transport): SettingsOperations {
  const path = (project: string): string => `/api/projects/${segment(project)}/settings`;
  const corrections = (project: string): string => `/api/projects/${segment(project)}/learned-corrections`;
  return {
    front: (project, options) =>
      transport.json({ method: 'GET', path: `/front/${segment(project)}.json` }, options),
    reportPage: (project, report, options) =>
      transport.json({ method: 'POST', path: `/front/${segment(project)}/pages`, json: report }, options),
    fields: (project, options) =>
      transport.json({ method: 'GET', path: `/api/projects/${segment(project)}/fields` }, options),
    learnedCorrections: (project, options) =>
      transport.json({ method: 'GET', path: corrections(project) }, options),
    forgetLearnedCorrection: (project, word, options) =>
      transport.json({ method: 'DELETE', path: `${corrections(project)}/${segment(word)}` }, options),
    synonyms: (project, options) =>
      transport.json({ method: 'GET', path: `/api/projects/${segment(project)}/synonyms` }, options),
    previewSynonyms: (project, request, options) =>
      transport.json(
        { method: 'POST', path: `/api/projects/${segment(project)}/synonyms/preview`, json: request },
        options,
      ),
    changeSynonyms: (project, synonyms, options) =>
      transport.json(
        {
          method: 'PUT',
          path: `/api/projects/${segment(project)}/synonyms`,
          json: { synonyms },
          headers: versionHeader(options),
        },
        options,
      ),
    get: (project, options) => transport.json({ method: 'GET', path: path(project) }, options),
    preview: (project, request, options) =>
      transport.json({ method: 'POST', path: `${path(project)}/preview`, json: request }, options),
    change: (project, changes, options) =>
      transport.json(
        {
          method: 'PUT',
          path: path(project),
          json: changes,
          headers: versionHeader(options),
        },
        options,
      ),
  };
}
