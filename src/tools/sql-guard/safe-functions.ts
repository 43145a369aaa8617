/**
 * Functions of either database that compute from their arguments alone (or from the time) and take no more memory than
 * their arguments. What reads files, settings or sequences, sleeps, runs SQL or makes long texts from short ones is
 * not here, nor is anything unknown.
 */
export const SAFE_FUNCTIONS: ReadonlySet<string> = new Set(
  `
  abs acos asin atan atan2 avg bit_and bit_length bit_or bool_and bool_or btrim cardinality cbrt ceil ceiling char_length
  character_length chr coalesce concat concat_ws corr cos count cume_dist date date_bin date_part date_trunc datetime
  degrees dense_rank div every exp extract first_value floor glob greatest group_concat grouping ifnull iif initcap
  instr json_array json_array_length json_build_array json_build_object json_each json_extract json_group_array
  json_group_object json_object json_type json_valid jsonb_agg jsonb_array_elements jsonb_array_elements_text
  jsonb_array_length jsonb_build_array jsonb_build_object jsonb_each_text jsonb_extract_path jsonb_extract_path_text
  jsonb_object_agg jsonb_typeof json_agg julianday justify_days justify_hours justify_interval lag last_value lead least
  left length like like_escape likelihood likely ln log log10 log2 lower ltrim make_date make_interval make_time
  make_timestamp make_timestamptz max median min mod mode now nth_value ntile nullif octet_length overlaps overlay
  percent_rank percentile percentile_cont percentile_disc pi position pow power quote_literal quote_nullable radians rank
  regexp_like regexp_match regexp_replace regr_slope replace reverse right round row_number row_to_json rtrim sign sin
  split_part sqrt starts_with stddev stddev_pop stddev_samp strftime string_agg string_to_array strpos substr substring
  subtype sum tan time timediff timezone to_char to_date to_json to_jsonb to_number to_timestamp total translate trim trunc
  typeof unicode unixepoch unlikely unnest upper var_pop var_samp variance
  age array_agg array_length array_position array_to_string clock_timestamp current_date current_time current_timestamp
  isfinite localtime localtimestamp statement_timestamp transaction_timestamp
  json_array_elements json_array_elements_text json_extract_path json_extract_path_text json_typeof jsonb_each json_tree
  plainto_tsquery phraseto_tsquery websearch_to_tsquery to_tsquery to_tsvector ts_rank ts_rank_cd
  bm25 highlight snippet
  -> ->> generate_series
  `
    .trim()
    .split(/\s+/),
);
