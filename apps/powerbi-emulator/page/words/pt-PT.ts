import { brazilian } from './pt-BR.ts';
import type { Words } from './pt-BR.ts';

/** European Portuguese: only what is said differently. */
export const european: Words = {
  ...brazilian,
  quarter: '{n}.º trim',
  hide_filters: 'Fechar filtros',
  clear: 'Limpar seleções',
  select_all: 'Selecionar tudo',
  several: '{count} selecionados',
  focus_mode: 'Modo de detalhe',
  sort_by: 'Ordenar por {field}',
  ascending: 'Ordem ascendente',
  descending: 'Ordem descendente',
  reset: 'Repor',
  bookmarks: 'Marcadores',
  next: 'Seguinte',
  loading: 'A carregar…',
  loading_more: 'A carregar mais linhas…',
  visual_error: 'Não foi possível apresentar este elemento visual',
  filters_visual: 'No elemento visual {title}',
  expired_title: 'A sua sessão neste relatório terminou',
  expired_text: 'O acesso expirou. O relatório continua assim que chegar um novo acesso.',
  type_pieChart: 'Gráfico circular',
  type_donutChart: 'Gráfico em anel',
  type_slicer: 'Segmentação de dados',
  type_kpi: 'Indicador-chave',
};
