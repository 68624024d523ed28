ALTER TABLE "users" ADD COLUMN "pinned_note" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "referred_by_id" uuid;