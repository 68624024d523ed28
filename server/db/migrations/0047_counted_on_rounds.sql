DROP INDEX "telegram_users_store_code_user_id_last_message_at";--> statement-breakpoint
DROP INDEX "user_documents_store_code_user_id_submitted_at";--> statement-breakpoint
DROP INDEX "daily_spins_store_code_user_id_spun_at";--> statement-breakpoint
DROP INDEX "daily_spins_store_code_user_id_wheel_id_spun_at";--> statement-breakpoint
DROP INDEX "daily_spins_store_code_user_id_reward_type_spun_at";--> statement-breakpoint
DROP INDEX "daily_spins_store_code_user_id_status_spun_at";--> statement-breakpoint
DROP INDEX "daily_spins_store_code_user_id_device_spun_at";--> statement-breakpoint
DROP INDEX "daily_spins_store_code_user_id_device_use_spun_at";--> statement-breakpoint
DROP INDEX "game_records_store_code_user_id_started_at";--> statement-breakpoint
DROP INDEX "game_records_store_code_user_id_stake";--> statement-breakpoint
DROP INDEX "game_records_store_code_user_id_win";--> statement-breakpoint
DROP INDEX "game_records_store_code_user_id_platform_id_started_at";--> statement-breakpoint
DROP INDEX "game_records_store_code_user_id_game_id_started_at";--> statement-breakpoint
DROP INDEX "game_records_store_code_user_id_game_type_id_started_at";--> statement-breakpoint
DROP INDEX "game_records_store_code_user_id_wallet_started_at";--> statement-breakpoint
DROP INDEX "game_records_store_code_user_id_status_started_at";--> statement-breakpoint
DROP INDEX "jackpot_records_store_code_user_id_hit_at";--> statement-breakpoint
DROP INDEX "jackpot_records_store_code_user_id_amount";--> statement-breakpoint
DROP INDEX "jackpot_records_store_code_user_id_level_hit_at";--> statement-breakpoint
DROP INDEX "jackpot_records_store_code_user_id_status_hit_at";--> statement-breakpoint
DROP INDEX "skill_spins_store_code_user_id_played_at";--> statement-breakpoint
DROP INDEX "skill_spins_store_code_user_id_wheel_id_played_at";--> statement-breakpoint
DROP INDEX "skill_spins_store_code_user_id_reward_type_played_at";--> statement-breakpoint
DROP INDEX "skill_spins_store_code_user_id_status_played_at";--> statement-breakpoint
DROP INDEX "user_bonuses_store_code_user_id_granted_at";--> statement-breakpoint
DROP INDEX "user_bonuses_store_code_user_id_bonus_id_granted_at";--> statement-breakpoint
DROP INDEX "user_bonuses_store_code_user_id_granted_by_granted_at";--> statement-breakpoint
DROP INDEX "user_bonuses_store_code_user_id_outcome_granted_at";--> statement-breakpoint
DROP INDEX "offer_claims_store_code_user_id_claimed_at";--> statement-breakpoint
DROP INDEX "offer_claims_store_code_user_id_offer_id_claimed_at";--> statement-breakpoint
DROP INDEX "offer_claims_store_code_user_id_source_claimed_at";--> statement-breakpoint
DROP INDEX "offer_claims_store_code_user_id_outcome_claimed_at";--> statement-breakpoint
DROP INDEX "referrals_store_code_referrer_id_signed_up_at";--> statement-breakpoint
DROP INDEX "referrals_store_code_referee_id_signed_up_at";--> statement-breakpoint
DROP INDEX "referrals_store_code_referrer_id_status_signed_up_at";--> statement-breakpoint
DROP INDEX "referrals_store_code_referrer_id_risk_level_signed_up_at";--> statement-breakpoint
DROP INDEX "referrals_store_code_referrer_id_rule_id_signed_up_at";--> statement-breakpoint
DROP INDEX "chats_store_code_user_id_created_at";--> statement-breakpoint
DROP INDEX "support_tickets_store_code_user_id_created_at";--> statement-breakpoint
DROP INDEX "support_tickets_store_code_user_id_status_created_at";--> statement-breakpoint
ALTER TABLE "game_records" ADD COLUMN "grant_id" uuid;--> statement-breakpoint
ALTER TABLE "game_records" ADD COLUMN "counted" numeric(20, 2);--> statement-breakpoint
ALTER TABLE "game_records" ADD COLUMN "counted_percent" numeric(7, 2);--> statement-breakpoint
ALTER TABLE "game_records" ADD CONSTRAINT "game_records_grant_id_user_bonuses_id_fk" FOREIGN KEY ("grant_id") REFERENCES "public"."user_bonuses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "game_records_grant_id_started_at" ON "game_records" USING btree ("grant_id","started_at","id");--> statement-breakpoint
-- What a round counts is noted on the round itself. The percentage of earlier rounds is not known.
UPDATE game_records r SET grant_id = c.grant_id, counted = c.amount FROM counted_rounds c WHERE c.round_id = r.id;--> statement-breakpoint
DROP TABLE "counted_rounds";
