-- The same results, ten times as fast for text in ASCII, which has no accents. Without STRICT, PostgreSQL can still inline the function.
CREATE OR REPLACE FUNCTION "fold"(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
SELECT CASE WHEN octet_length(value) = length(value) THEN lower(value COLLATE "und-x-icu") ELSE
	normalize(translate(replace(replace(replace(replace(
		lower(regexp_replace(normalize(value, NFKD), '[\u0300-\u036f\u064b-\u065f\u0670\u0640]', '', 'g') COLLATE "und-x-icu"),
		'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), 'đðłøıħŧς', 'ddloihtσ'), NFC) END
$$;
