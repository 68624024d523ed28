ALTER TABLE "approvals" ADD COLUMN "asked" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
-- An extension waits at its grant itself, and a grant waits for one at a time: the newest.
UPDATE "approvals" a SET "status" = 'CANCELLED' WHERE a.subject_type = 'bonus_extension' AND a.status = 'PENDING' AND EXISTS (
	SELECT FROM approvals n WHERE n.subject_type = a.subject_type AND n.row_id = a.row_id AND n.status = 'PENDING'
		AND (n.requested_at, n.id) > (a.requested_at, a.id));--> statement-breakpoint
ALTER TABLE "approvals" DISABLE TRIGGER "approvals_settle";--> statement-breakpoint
UPDATE "approvals" a SET "subject_id" = a.row_id, "asked" = jsonb_build_object('until', e.expires_at) FROM "bonus_extensions" e
	WHERE a.subject_type = 'bonus_extension' AND e.id = a.subject_id;--> statement-breakpoint
UPDATE "approvals" a SET "asked" = jsonb_build_object('reason', r.reversal_reason) FROM "referrals" r
	WHERE a.subject_type = 'referral_reversal' AND a.status = 'PENDING' AND r.id = a.subject_id;--> statement-breakpoint
UPDATE "approvals" a SET "asked" = jsonb_build_object('reason', s.requested_reason) FROM "daily_spins" s
	WHERE a.subject_type = 'daily_spin_void' AND a.status = 'PENDING' AND s.id = a.subject_id;--> statement-breakpoint
UPDATE "approvals" a SET "asked" = jsonb_build_object('reason', s.requested_reason) FROM "skill_spins" s
	WHERE a.subject_type = 'skill_spin_void' AND a.status = 'PENDING' AND s.id = a.subject_id;--> statement-breakpoint
UPDATE "approvals" a SET "asked" = jsonb_build_object('fixed_rate', c.requested_rate::text) FROM "crypto_coins" c
	WHERE a.subject_type = 'coin_rate' AND a.status = 'PENDING' AND c.id = a.subject_id;--> statement-breakpoint
ALTER TABLE "approvals" ENABLE TRIGGER "approvals_settle";--> statement-breakpoint
UPDATE "approval_subjects" SET "subject_table" = 'user_bonuses', "row_column" = 'id' WHERE "subject_type" = 'bonus_extension';--> statement-breakpoint
DROP TABLE "bonus_extensions" CASCADE;--> statement-breakpoint
ALTER TABLE "daily_spins" DROP COLUMN "requested_reason";--> statement-breakpoint
ALTER TABLE "skill_spins" DROP COLUMN "requested_reason";--> statement-breakpoint
ALTER TABLE "referrals" DROP COLUMN "reversal_reason";
