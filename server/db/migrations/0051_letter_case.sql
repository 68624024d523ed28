DROP INDEX "staff_email_unique";--> statement-breakpoint
DROP INDEX "staff_username_unique";--> statement-breakpoint
DROP INDEX "users_email_unique";--> statement-breakpoint
DROP INDEX "users_username_unique";--> statement-breakpoint
DROP INDEX "brand_categories_name_unique";--> statement-breakpoint
DROP INDEX "brand_categories_slug_unique";--> statement-breakpoint
DROP INDEX "game_types_name_unique";--> statement-breakpoint
DROP INDEX "game_types_slug_unique";--> statement-breakpoint
DROP INDEX "games_slug_unique";--> statement-breakpoint
DROP INDEX "newsletter_subscribers_email_unique";--> statement-breakpoint
DROP INDEX "game_platforms_name_unique";--> statement-breakpoint
DROP INDEX "game_platforms_slug_unique";--> statement-breakpoint
DROP INDEX "site_pages_path_unique";--> statement-breakpoint
DROP INDEX "crypto_coins_symbol_network_unique";--> statement-breakpoint
DROP INDEX "deposit_bonus_types_name_unique";--> statement-breakpoint
DROP INDEX "telegram_users_telegram_id_unique";--> statement-breakpoint
DROP INDEX "user_documents_reference_unique";--> statement-breakpoint
DROP INDEX "user_levels_name_unique";--> statement-breakpoint
DROP INDEX "fortune_wheels_name_unique";--> statement-breakpoint
DROP INDEX "game_records_round_id_unique";--> statement-breakpoint
DROP INDEX "jackpot_records_hit_id_unique";--> statement-breakpoint
DROP INDEX "skill_spins_round_id_unique";--> statement-breakpoint
DROP INDEX "bonuses_name_unique";--> statement-breakpoint
DROP INDEX "bonuses_promo_code_unique";--> statement-breakpoint
DROP INDEX "offers_title_unique";--> statement-breakpoint
DROP INDEX "referral_rules_name_unique";--> statement-breakpoint
DROP INDEX "referral_criteria_name_unique";--> statement-breakpoint
DROP INDEX "support_tickets_number_unique";--> statement-breakpoint
CREATE UNIQUE INDEX "staff_email_unique" ON "staff" USING btree (lower("email" collate "und-x-icu"));--> statement-breakpoint
CREATE UNIQUE INDEX "staff_username_unique" ON "staff" USING btree (lower("username" collate "und-x-icu"));--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_unique" ON "users" USING btree (lower("email" collate "und-x-icu"));--> statement-breakpoint
CREATE UNIQUE INDEX "users_username_unique" ON "users" USING btree (lower("username" collate "und-x-icu"));--> statement-breakpoint
CREATE UNIQUE INDEX "brand_categories_name_unique" ON "brand_categories" USING btree ("store_code",lower("name" collate "und-x-icu"));--> statement-breakpoint
CREATE UNIQUE INDEX "brand_categories_slug_unique" ON "brand_categories" USING btree ("store_code",lower("slug" collate "und-x-icu"));--> statement-breakpoint
CREATE UNIQUE INDEX "game_types_name_unique" ON "game_types" USING btree ("store_code",lower("name" collate "und-x-icu"));--> statement-breakpoint
CREATE UNIQUE INDEX "game_types_slug_unique" ON "game_types" USING btree ("store_code",lower("slug" collate "und-x-icu"));--> statement-breakpoint
CREATE UNIQUE INDEX "games_slug_unique" ON "games" USING btree ("store_code",lower("slug" collate "und-x-icu"));--> statement-breakpoint
CREATE UNIQUE INDEX "newsletter_subscribers_email_unique" ON "newsletter_subscribers" USING btree ("store_code",lower("email" collate "und-x-icu")) WHERE erased_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "game_platforms_name_unique" ON "game_platforms" USING btree ("store_code",lower("name" collate "und-x-icu"));--> statement-breakpoint
CREATE UNIQUE INDEX "game_platforms_slug_unique" ON "game_platforms" USING btree ("store_code",lower("slug" collate "und-x-icu"));--> statement-breakpoint
CREATE UNIQUE INDEX "site_pages_path_unique" ON "site_pages" USING btree ("store_code",lower("path" collate "und-x-icu"));--> statement-breakpoint
CREATE UNIQUE INDEX "crypto_coins_symbol_network_unique" ON "crypto_coins" USING btree ("store_code",lower("symbol" collate "und-x-icu"),"network");--> statement-breakpoint
CREATE UNIQUE INDEX "deposit_bonus_types_name_unique" ON "deposit_bonus_types" USING btree ("store_code",lower("name" collate "und-x-icu"));--> statement-breakpoint
CREATE UNIQUE INDEX "telegram_users_telegram_id_unique" ON "telegram_users" USING btree ("store_code",lower("telegram_id" collate "und-x-icu"));--> statement-breakpoint
CREATE UNIQUE INDEX "user_documents_reference_unique" ON "user_documents" USING btree (lower("reference" collate "und-x-icu"));--> statement-breakpoint
CREATE UNIQUE INDEX "user_levels_name_unique" ON "user_levels" USING btree ("store_code",lower("name" collate "und-x-icu"));--> statement-breakpoint
CREATE UNIQUE INDEX "fortune_wheels_name_unique" ON "fortune_wheels" USING btree ("store_code",lower("name" collate "und-x-icu"));--> statement-breakpoint
CREATE UNIQUE INDEX "game_records_round_id_unique" ON "game_records" USING btree ("store_code",lower("round_id" collate "und-x-icu"));--> statement-breakpoint
CREATE UNIQUE INDEX "jackpot_records_hit_id_unique" ON "jackpot_records" USING btree ("store_code",lower("hit_id" collate "und-x-icu"));--> statement-breakpoint
CREATE UNIQUE INDEX "skill_spins_round_id_unique" ON "skill_spins" USING btree ("store_code",lower("round_id" collate "und-x-icu"));--> statement-breakpoint
CREATE UNIQUE INDEX "bonuses_name_unique" ON "bonuses" USING btree ("store_code",lower("name" collate "und-x-icu"));--> statement-breakpoint
CREATE UNIQUE INDEX "bonuses_promo_code_unique" ON "bonuses" USING btree ("store_code",lower("promo_code" collate "und-x-icu"));--> statement-breakpoint
CREATE UNIQUE INDEX "offers_title_unique" ON "offers" USING btree ("store_code",lower("title" collate "und-x-icu"));--> statement-breakpoint
CREATE UNIQUE INDEX "referral_rules_name_unique" ON "referral_rules" USING btree ("store_code",lower("name" collate "und-x-icu"));--> statement-breakpoint
CREATE UNIQUE INDEX "referral_criteria_name_unique" ON "referral_criteria" USING btree ("store_code",lower("name" collate "und-x-icu"));--> statement-breakpoint
CREATE UNIQUE INDEX "support_tickets_number_unique" ON "support_tickets" USING btree (lower("number" collate "und-x-icu"));