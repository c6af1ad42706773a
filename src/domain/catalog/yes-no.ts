const yes = new Set(
  'true yes y 1 on enabled active ja j aktiv oui o vrai actif sí si s sim ativo activo sì vero attivo tak prawda ano ναι да evet はい 是'.split(
    ' ',
  ),
);
const no = new Set(
  'false no n 0 off disabled inactive nein inaktiv non faux inactif não nao inativo inactivo falso inattivo nee nej nie fałsz ne όχι нет hayır いいえ 否'.split(
    ' ',
  ),
);

/** The answer that a cell gives, in the languages of merchants, or null. */
export function parseYesOrNo(cell: string): boolean | null {
  const word = cell.trim().toLowerCase();
  return yes.has(word) ? true : no.has(word) ? false : null;
}
